import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { commandLineOf, endProcess, isAlive } from '../platform/processes.ts';

const recordsSchema = z.array(z.object({ pid: z.int(), profile: z.string() }));
type BrowserRecord = z.infer<typeof recordsSchema>[number];

/** Which Firefoxes we started, on disk: after a crash nobody else can end them, and they cannot be driven again. */
export type BrowserRecords = {
  add: (record: BrowserRecord) => Promise<void>;
  remove: (pid: number) => Promise<void>;
  /** Ends what an earlier run left behind, on one profile or all. Answers how many. */
  endOrphans: (profile?: string) => Promise<number>;
};

/** A number can come to belong to another program: it is ours only if it was started the way we start it. */
async function isStillOurs(record: BrowserRecord): Promise<boolean> {
  if (!isAlive(record.pid)) return false;
  const commandLine = await commandLineOf(record.pid);
  return (
    commandLine !== null && commandLine.includes(record.profile) && commandLine.includes('--remote-debugging-port')
  );
}

export async function openBrowserRecords(dataDir: string): Promise<BrowserRecords> {
  const file = join(dataDir, 'browsers.json');
  const read = recordsSchema.safeParse(JSON.parse((await unlessMissing(readFile(file, 'utf8'), '')) || '[]'));
  const inherited = read.success ? read.data : [];
  let records: BrowserRecord[] = [...inherited];
  let last: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    last = last.catch(() => undefined).then(() => writePrivateFile(file, `${JSON.stringify(records)}\n`));
    return last;
  };
  return {
    add: (record) => {
      records = [...records, record];
      return save();
    },
    remove: (pid) => {
      records = records.filter((record) => record.pid !== pid);
      return save();
    },
    endOrphans: async (profile) => {
      let ended = 0;
      for (const record of inherited.filter((each) => profile === undefined || each.profile === profile)) {
        if (await isStillOurs(record)) ended += (await endProcess(record.pid)) ? 1 : 0;
        records = records.filter((each) => each !== record);
      }
      await save();
      return ended;
    },
  };
}
