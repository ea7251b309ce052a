import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../platform/errors.ts';

const line = 'user_pref("remote.prefs.recommended", false);';

function holdsLine(text: string): boolean {
  return text.split('\n').some((each) => each.trim() === line);
}

/** Whether {@link prepareProfile} has been here. */
export async function isPrepared(folder: string): Promise<boolean> {
  return holdsLine(await readFile(join(folder, 'user.js'), 'utf8').catch(() => ''));
}

/**
 * Gets a profile ready to be driven. Without the line, Firefox leaves over a hundred preferences of automation in the
 * user's own settings, Safe Browsing switched off among them.
 */
export async function prepareProfile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'user.js');
  const present = await unlessMissing(readFile(file, 'utf8'), '');
  if (!holdsLine(present)) await appendFile(file, `${present === '' || present.endsWith('\n') ? '' : '\n'}${line}\n`);
  // Left behind by a Firefox that was killed; a new one writes its own.
  await rm(join(folder, 'WebDriverBiDiServer.json'), { force: true });
}
