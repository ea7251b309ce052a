import { readFile, stat } from 'node:fs/promises';
import { unlessMissing } from '../platform/errors.ts';

/** Where Linux lists every lock on a file, with the process that has it. */
const kernelLocks = '/proc/locks';

export type FileLock = {
  /** As seen from here; null where it is nobody's number. */
  pid: number | null;
  /** Certainly this file: some file systems go by another device's number in the list. */
  isSameDevice: boolean;
};

/** `major:minor` in hexadecimal, the way the kernel writes a device. */
function deviceName(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn);
  return [major, minor].map((part) => part.toString(16).padStart(2, '0')).join(':');
}

/** The locks that are held on a file; null where the system does not list them. */
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
