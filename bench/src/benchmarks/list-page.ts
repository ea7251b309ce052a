import { percentile } from '@sandpiper/testkit/percentile';
import { milliseconds, printFigure, timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { withEmbedded } from '../system/embedded.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';

const count = 100_000;
const times = 30;
const searches = ['yoga7', 'luca.sea', '99'] as const;

/**
 * Measures how long one page of a long list takes to load, with and without a search, and with and without the index for "contains"
 * searches.
 */
export async function measureListPage(): Promise<void> {
  console.log('A page of a list of 100,000 people, embedded Postgres (median)');
  await inDataFolder(async (dataDir) => {
    const server = await startServer({ dataDir, databaseUrl: null });
    const { list } = await server.owner('POST /api/lists', { body: { name: 'Bench' } });
    await server.owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: usernames(count) } });
    await server.stop();
    await withEmbedded(dataDir, (postgres) => postgres.exec('VACUUM ANALYZE recipients'));
    const withIndex = await measurePages(dataDir, list.id);
    await withEmbedded(dataDir, (postgres) => postgres.exec('DROP INDEX recipients_search'));
    const without = await measurePages(dataDir, list.id);
    for (const [search, ms] of withIndex) {
      const other = without.get(search) ?? Number.NaN;
      const what = search === '' ? 'no search' : `search "${search}"`;
      printFigure(
        `${what}: with and without the index`,
        `${milliseconds(ms)}, ${milliseconds(other)} (${(other / ms).toFixed(1)} times as long)`,
      );
    }
  });
}

async function measurePages(dataDir: string, listId: number): Promise<Map<string, number>> {
  const server = await startServer({ dataDir, databaseUrl: null });
  const medians = new Map<string, number>();
  for (const search of ['', ...searches]) {
    const query = search === '' ? {} : { search };
    const page = () => server.owner('GET /api/lists/:id/recipients', { params: { id: listId }, query });
    await page();
    const waits: number[] = [];
    for (let time = 0; time < times; time += 1) waits.push((await timed(page)).ms);
    medians.set(search, percentile(waits, 50));
  }
  await server.stop();
  return medians;
}
