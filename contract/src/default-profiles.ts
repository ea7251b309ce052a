/* All rules that recognize the user's personal Firefox profiles by name or folder. They must not be repeated elsewhere. */

const browserDefault =
  /^(default|default-release|default-nightly|default-esr|default-beta|dev-edition-default|nightly|esr|beta)(-\d+)?$/i;

function folderOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
}

/** Returns the folder's name without Firefox's random prefix: `/x/ab12cd34.work` → `work`. */
function lastNameOf(path: string): string {
  return folderOf(path).replace(/^[a-z0-9]{8}\./i, '');
}

/** Checks whether a folder is one that Firefox creates for its default profiles. Accounts can't use these folders. */
export function isBrowserDefaultFolder(path: string): boolean {
  return browserDefault.test(lastNameOf(path));
}

/**
 * Checks whether the web app hides an account because its name or folder looks like that of a personal profile. The web app doesn't
 * offer hidden accounts for sending or unread checks. A name that merely contains "default" isn't enough.
 */
export function isHiddenAccount({
  profile_name,
  profile_path,
}: {
  profile_name: string;
  profile_path: string;
}): boolean {
  return browserDefault.test(profile_name.trim()) || isBrowserDefaultFolder(profile_path);
}

/** Checks whether a name would make a Firefox profile look personal. Sandpiper never creates a profile with a name like that. */
export function isReservedProfileName(name: string): boolean {
  return /default/i.test(name) || browserDefault.test(name.trim());
}

/** Checks whether a Firefox profile might be personal because of its folder's name. The server doesn't let users delete such a profile. */
export function isProtectedFolder(path: string): boolean {
  return /default/i.test(folderOf(path));
}

/**
 * Checks whether a profile is the user's personal profile. Relies on the agent's `is_default`, which is false for profiles that the agent
 * created for accounts, even if Firefox marks one of them as its default.
 */
export function isPersonalProfile(profile: { name: string; path: string; is_default: boolean }): boolean {
  return profile.is_default || isReservedProfileName(profile.name) || isBrowserDefaultFolder(profile.path);
}
