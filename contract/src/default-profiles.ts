/* The only place that decides which Firefox profiles are the user's personal ones. */

const browserDefault =
  /^(default|default-release|default-nightly|default-esr|default-beta|dev-edition-default|nightly|esr|beta)(-\d+)?$/i;

function folderOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
}

/** Returns the folder's name without Firefox's random prefix: `/x/ab12cd34.work` → `work`. */
function lastNameOf(path: string): string {
  return folderOf(path).replace(/^[a-z0-9]{8}\./i, '');
}

/** Checks whether Firefox creates this folder for its own profiles. No account may use it. */
export function isBrowserDefaultFolder(path: string): boolean {
  return browserDefault.test(lastNameOf(path));
}

/**
 * Checks whether lists hide an account because its name or folder looks like that of a personal profile. Such an account can
 * still be added. A name that merely contains "default" doesn't count.
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

/** Checks whether a name would make a Firefox profile look personal. Sandpiper creates no profiles with such names. */
export function isReservedProfileName(name: string): boolean {
  return /default/i.test(name) || browserDefault.test(name.trim());
}

/** Checks whether a folder may be a personal profile. Such folders are never deleted. */
export function isProtectedFolder(path: string): boolean {
  return /default/i.test(folderOf(path));
}

/**
 * Checks whether a profile is the user's personal one. Trusts `is_default` from the agent, which never sets it for profiles it
 * created, whatever Firefox says.
 */
export function isPersonalProfile(profile: { name: string; path: string; is_default: boolean }): boolean {
  return profile.is_default || isReservedProfileName(profile.name) || isBrowserDefaultFolder(profile.path);
}
