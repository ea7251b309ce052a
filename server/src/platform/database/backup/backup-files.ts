import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../error-code.ts';

/* Lists and prunes the backups that the server made automatically or on request. */

export type StoredBackup = { name: string; madeAt: Date; bytes: number };

const pattern = /^sandpiper-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sql\.gz$/;

export function backupName(madeAt: Date): string {
  return `sandpiper-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.sql.gz`;
}

/** The names under which backups are written until they are complete. */
const unfinishedPattern = /^\.\d+-\d+\.unfinished$/;

export function unfinishedName(): string {
  return `.${process.pid}-${Date.now()}.unfinished`;
}

/**
 * Lists the backups, newest first. A backup's time is part of its name, so copying the file doesn't change the time. Backups with a time in
 * the future were made while the clock was wrong, so they come last. Leaves out a backup that is being deleted.
 */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(ignoreMissing);
  const found: StoredBackup[] = [];
  for (const name of (names ?? []).toSorted((one, other) => (one < other ? 1 : -1))) {
    const [, day, hour, minute, second, ms] = pattern.exec(name) ?? [];
    if (day === undefined) continue;
    const file = await stat(join(folder, name)).catch(ignoreMissing);
    if (file === undefined) continue;
    found.push({ name, madeAt: new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`), bytes: file.size });
  }
  const isTooLate = ({ madeAt }: StoredBackup) => madeAt.getTime() > Date.now();
  return [...found.filter((backup) => !isTooLate(backup)), ...found.filter(isTooLate)];
}

/**
 * Deletes all but the `keep` newest backups, and the unfinished files of backups whose process was stopped. Call this only while no backup
 * is being written to the folder.
 */
export async function keepNewest(folder: string, keep: number): Promise<void> {
  const tooMany = (await listBackups(folder)).slice(keep).map(({ name }) => name);
  const unfinished = (await readdir(folder)).filter((name) => unfinishedPattern.test(name));
  for (const name of [...tooMany, ...unfinished]) await rm(join(folder, name), { force: true });
}
