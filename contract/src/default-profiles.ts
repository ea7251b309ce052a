/* Which Firefox profiles are the user's personal ones. This file is the only place that decides it. */

const browserDefault =
  /^(default|default-release|default-nightly|default-esr|default-beta|dev-edition-default|nightly|esr|beta)(-\d+)?$/i;

function folderOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
}

/** The folder's name without Firefox's random prefix: `/x/ab12cd34.work` → `work`. */
function lastNameOf(path: string): string {
  return folderOf(path).replace(/^[a-z0-9]{8}\./i, '');
}

/** The folder is one that Firefox makes for itself. No account may use it. */
export function isBrowserDefaultFolder(path: string): boolean {
  return browserDefault.test(lastNameOf(path));
}

/** Such an account is shown nowhere. Its name alone is no reason to refuse it. */
export function isHiddenAccount({
  profile_name,
  profile_path,
}: {
  profile_name: string;
  profile_path: string;
}): boolean {
  return browserDefault.test(profile_name.trim()) || isBrowserDefaultFolder(profile_path);
}

/** Sandpiper creates no Firefox profile with such a name, because it would look like a personal profile. */
export function isReservedProfileName(name: string): boolean {
  return /default/i.test(name) || browserDefault.test(name.trim());
}

/** A folder that is never deleted, because it may be a personal profile. */
export function isProtectedFolder(path: string): boolean {
  return /default/i.test(folderOf(path));
}

/** `is_default` is the agent's word: a profile that it created is never the default, whatever Firefox marks. */
export function isPersonalProfile(profile: { name: string; path: string; is_default: boolean }): boolean {
  return profile.is_default || isReservedProfileName(profile.name) || isBrowserDefaultFolder(profile.path);
}
