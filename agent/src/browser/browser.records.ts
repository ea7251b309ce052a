import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing } from '../platform/errors.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import { commandLineOf, endProcess, isAlive } from '../platform/processes.ts';
import { holderOf } from './profile.lock.ts';

/**
 * Records a Firefox process. The agent writes the record before it starts Firefox, so that there is a record even if the agent crashes
 * while Firefox is starting. Until Firefox has started, `pid` is null.
 */
const recordSchema = z.object({ pid: z.int().nullable(), profile: z.string() });
const recordsSchema = z.array(recordSchema);
type BrowserRecord = z.infer<typeof recordSchema>;

/** Tracks one Firefox process, from just before it starts until it exits. */
export type BrowserTrace = { started: (pid: number) => Promise<void>; ended: () => Promise<void> };

/** The Firefox processes that the agent started. After a crash, the agent can terminate them, but can't reconnect to them. */
export type BrowserRecords = {
  /** Call this before starting the process. */
  begin: (profile: string) => Promise<BrowserTrace>;
  /**
   * Terminates the recorded Firefox processes that an earlier run left behind: those with the given profile or, if no profile is given, all
   * of them. Returns how many processes it terminated.
   */
  endOrphans: (profile?: string) => Promise<number>;
};

/** Whether the process is the recorded Firefox process. Checks the command line too, because the system may have reused the process ID. */
async function isOurs(pid: number, profile: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const commandLine = await commandLineOf(pid);
  return commandLine !== null && commandLine.includes(profile) && commandLine.includes('--remote-debugging-port');
}

async function endOrphan({ pid, profile }: BrowserRecord): Promise<boolean> {
  const orphan = pid ?? (await holderOf(profile))?.pid ?? null;
  return orphan !== null && (await isOurs(orphan, profile)) && endProcess(orphan);
}

/** Returns the records in a file's text, or none if the file is damaged. */
function parseRecords(text: string): BrowserRecord[] {
  try {
    return recordsSchema.parse(JSON.parse(text || '[]'));
  } catch {
    return [];
  }
}

export async function openBrowserRecords(dataDir: string): Promise<BrowserRecords> {
  const file = join(dataDir, 'browsers.json');
  const inherited = parseRecords(await unlessMissing(readFile(file, 'utf8'), ''));
  let records: BrowserRecord[] = [...inherited];
  let last: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    last = last.catch(() => undefined).then(() => writePrivateFile(file, `${JSON.stringify(records)}\n`));
    return last;
  };
  return {
    begin: async (profile) => {
      const record: BrowserRecord = { pid: null, profile };
      records = [...records, record];
      await save();
      return {
        started: (pid) => {
          record.pid = pid;
          return save();
        },
        // Ignore a failed save, for example on a full disk. The next run then finds the record of a process that no longer exists, which
        // does no harm.
        ended: () => {
          records = records.filter((each) => each !== record);
          return save().catch(() => undefined);
        },
      };
    },
    endOrphans: async (profile) => {
      let ended = 0;
      for (const record of inherited.filter((each) => profile === undefined || each.profile === profile)) {
        if (await endOrphan(record)) ended += 1;
        records = records.filter((each) => each !== record);
      }
      await save();
      return ended;
    },
  };
}
