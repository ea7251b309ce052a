const browserDefault =
  /^(default|default-release|default-nightly|default-esr|default-beta|dev-edition-default|nightly|esr|beta)(-\d+)?$/i;

/** The folder's name without Firefox's random prefix: `/x/ab12cd34.work` → `work`. */
function lastNameOf(path: string): string {
  const folder = path.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  return folder.replace(/^[a-z0-9]{8}\./i, '');
}

/** Whether a path looks like Firefox's own default profile, which is personal and never offered. */
export function looksLikeBrowserDefault(name: string, path: string): boolean {
  return browserDefault.test(name.trim()) || browserDefault.test(lastNameOf(path));
}
