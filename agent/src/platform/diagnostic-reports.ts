import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './errors.ts';
import { writePrivateFile } from './private-file.ts';

/** Stores each account's newest diagnostic report on this computer. */
export type DiagnosticReports = {
  keep: (profileId: number, report: string) => Promise<void>;
  find: (profileId: number) => Promise<string | null>;
};

/** Opens the reports for one server. Each server needs its own folder, because account IDs are only unique within one server. */
export function openDiagnosticReports(folder: string): DiagnosticReports {
  const fileOf = (profileId: number): string => join(folder, `account-${profileId}.txt`);
  return {
    keep: (profileId, report) => writePrivateFile(fileOf(profileId), report),
    find: (profileId) => unlessMissing<string | null>(readFile(fileOf(profileId), 'utf8'), null),
  };
}
