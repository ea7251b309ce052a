import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serverKey } from './address.ts';
import { unlessMissing } from './errors.ts';
import type { JournalStorage } from './journal.ts';
import { ensurePrivateFolder, writePrivateFile } from './private-file.ts';

export function journalPath(dataDir: string, server: string): string {
  return join(dataDir, `journal-${serverKey(server)}.jsonl`);
}

/** Stores the journal in a file that only this user can read. */
export function journalFile(file: string): JournalStorage {
  let handle: FileHandle | null = null;
  const close = async (): Promise<void> => {
    const former = handle;
    handle = null;
    await former?.close();
  };
  return {
    read: async () => {
      await ensurePrivateFolder(dirname(file));
      return unlessMissing(readFile(file, 'utf8'), '');
    },
    append: async (text) => {
      handle ??= await open(file, 'a', 0o600);
      await handle.appendFile(text);
      await handle.datasync();
    },
    replace: async (text) => {
      // Windows can't replace an open file.
      await close();
      await writePrivateFile(file, text);
    },
    close,
  };
}
