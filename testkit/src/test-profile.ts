import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram, type Program } from './program.ts';

const preferences: Record<string, string | number | boolean> = {
  // By default, Firefox replaces many of its usual settings while it is controlled remotely.
  'remote.prefs.recommended': false,
  'intl.accept_languages': 'en-US, en',
  // This preference and all those below save processor time. Firefox paints only five times a second, and keeps its cache in memory.
  'layout.frame_rate': 5,
  'browser.cache.disk.enable': false,
  // Keep Firefox from preparing a page for the next new tab and a process for the next site.
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.aboutwelcome.enabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  // Keep Firefox from contacting Mozilla's servers.
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'network.connectivity-service.enabled': false,
  'network.captive-portal-service.enabled': false,
  'toolkit.telemetry.unified': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  // Keep all pages in one process, and add-ons in Firefox's main process.
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'browser.tabs.remote.separatePrivilegedContentProcess': false,
  'extensions.webextensions.remote': false,
  // Keep Firefox from recording the pages that it shows, keeping them in memory and loading their icons.
  'places.history.enabled': false,
  'browser.pagethumbnails.capturing_disabled': true,
  'browser.sessionstore.interval': 3_600_000,
  'browser.sessionhistory.max_total_viewers': 0,
  'browser.chrome.site_icons': false,
  // Keep Firefox from examining forms, checking the spelling and preparing connections.
  'signon.autofillForms': false,
  'signon.rememberSignons': false,
  'extensions.formautofill.addresses.enabled': false,
  'extensions.formautofill.creditCards.enabled': false,
  'layout.spellcheckDefault': 0,
  'network.http.speculative-parallel-limit': 0,
  // Keep assistive technology from slowing pages down.
  'accessibility.force_disabled': 1,
};

/** The environment variable with the path to a profile from `makeUsedProfile`. */
export const usedProfileVariable = 'SANDPIPER_USED_PROFILE';

/**
 * Creates a Firefox profile folder with settings that save processor time. Copies the used profile if there is one, because Firefox
 * starts faster with it than with a new profile.
 */
export async function createTestProfile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const used = process.env[usedProfileVariable];
  if (used !== undefined) await cp(used, folder, { recursive: true });
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(join(folder, 'user.js'), lines.join(''));
}

/** Creates a test profile in `folder` and starts a headless Firefox with it. Also returns the URL for controlling Firefox with WebDriver BiDi. */
export async function startTestFirefox(executable: string, folder: string): Promise<{ firefox: Program; url: string }> {
  await createTestProfile(folder);
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank'];
  const firefox = startProgram('firefox', { command: executable, args, ownGroup: false });
  const [, address = ''] = await firefox.waitFor(/WebDriver BiDi listening on (ws:\S+)/u);
  return { firefox, url: `${address}/session` };
}

/** Creates a test profile that Firefox has used once. */
export async function makeUsedProfile(executable: string, folder: string): Promise<void> {
  const { firefox, url } = await startTestFirefox(executable, folder);
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'session.new', params: { capabilities: {} } }));
  // The answer arrives when the window is open.
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: 2, method: 'browser.close', params: {} }));
  await firefox.ended;
  await rm(join(folder, 'lock'), { force: true });
}
