const browserDefault =
  /^(default|default-release|default-nightly|default-esr|default-beta|dev-edition-default|nightly|esr|beta)(-\d+)?$/i;

/** The folder's own name without the random prefix Firefox gives it: `/x/ab12cd34.work` → `work`. */
function lastNameOf(path: string): string {
  const folder = path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  return folder.replace(/^[a-z0-9]{8}\./i, '');
}

/** Whether an account is on a profile the browser made for its owner's own surfing; those are never offered. */
export function looksLikeBrowserDefault(name: string, path: string): boolean {
  return browserDefault.test(name.trim()) || browserDefault.test(lastNameOf(path));
}
