import { readFile, stat } from 'node:fs/promises';
import { unlessMissing } from '../platform/errors.ts';

/** The file in which Linux lists file locks, each with the process that holds it (see proc_locks(5)). */
const kernelLocks = '/proc/locks';

export type FileLock = {
  /** The process that holds the lock, or null if the list doesn't show which process it is. */
  pid: number | null;
  /**
   * Whether the device number matches too, not just the inode number. If so, the lock is definitely on this file. On some file
   * systems, such as btrfs, the listed device number differs from the file's own.
   */
  isSameDevice: boolean;
};

/** Formats a device number as hexadecimal `major:minor`, the format in /proc/locks. */
function deviceName(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  return [major, minor].map((part) => part.toString(16).padStart(2, '0')).join(':');
}

/** Returns the POSIX write locks on files with this file's inode number, or null if the list of file locks can't be read. */
export async function locksOn(file: string, list = kernelLocks): Promise<FileLock[] | null> {
  const text = await readFile(list, 'utf8').catch(() => null);
  if (text === null) return null;
  const about = await unlessMissing(stat(file, { bigint: true }), null);
  if (about === null) return [];
  const held = [...text.matchAll(/^\d+: POSIX +\S+ +WRITE (-?\d+) ([\da-f]+:[\da-f]+):(\d+) /gmu)];
  return held
    .filter(([, , , inode]) => inode === String(about.ino))
    .map(([, pid, device]) => ({
      pid: Number(pid) > 0 ? Number(pid) : null,
      isSameDevice: device === deviceName(about.dev),
    }));
}
