import { chmod, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf, UserError } from './errors.ts';

/** Makes the folder, for this user alone. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(
      `The folder ${folder} cannot be made (${systemCodeOf(error) ?? 'unknown cause'}). Choose another with --data-dir.`,
    );
  }
}

/** Replaces the file as a whole, so that a crash leaves the old or the new one; only this user can read it. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
