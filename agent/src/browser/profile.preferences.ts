import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../platform/errors.ts';

/**
 * Without this preference, Firefox under remote control would save its preferences for automation (RecommendedPreferences.sys.mjs in
 * Firefox's source) in the user's profile. These preferences even turn off Safe Browsing.
 */
const keepSettings = 'user_pref("remote.prefs.recommended", false);';
/**
 * Without this preference, Firefox 140 rejects every WebDriver BiDi connection while it has a restored tab that hasn't been shown
 * yet, for example after a crash.
 */
const connectable = 'user_pref("browser.sessionstore.restore_tabs_lazily", false);';

function holdsLine(text: string, line: string): boolean {
  return text.split('\n').some((each) => each.trim() === line);
}

/** Whether {@link prepareProfile} has prepared this folder. */
export async function isPrepared(folder: string): Promise<boolean> {
  return holdsLine(await readFile(join(folder, 'user.js'), 'utf8').catch(() => ''), keepSettings);
}

/** Prepares a profile for remote control. Creates its folder if needed. */
export async function prepareProfile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'user.js');
  const present = await unlessMissing(readFile(file, 'utf8'), '');
  const missing = [keepSettings, connectable].filter((line) => !holdsLine(present, line));
  const before = present === '' || present.endsWith('\n') ? '' : '\n';
  if (missing.length > 0) await appendFile(file, `${before}${missing.join('\n')}\n`);
  // If Firefox was killed, this file still contains the URL from its last run.
  await rm(join(folder, 'WebDriverBiDiServer.json'), { force: true });
}
