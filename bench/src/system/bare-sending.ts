import { inNewDatabase } from './postgres-place.ts';
import { startYardstick } from './yardstick-process.ts';

type BareSending = { url: string; claim: () => Promise<unknown>; report: (claimed: unknown) => Promise<unknown> };

/** Starts the bare server for claims and results with its own database, and stops it after `work`. */
export async function withBareSending<T>(work: (bare: BareSending) => Promise<T>): Promise<T> {
  return inNewDatabase(async (databaseUrl) => {
    const bare = await startYardstick('bare-sending', [databaseUrl]);
    const call = async (path: string, body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${bare.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    };
    try {
      return await work({
        url: bare.url,
        claim: () => call('/claim', {}),
        report: (claimed) => call('/result', claimed),
      });
    } finally {
      await bare.stop();
    }
  });
}
