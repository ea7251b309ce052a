/**
 * One `[Section]` with its keys, in the file's order. Firefox's format has no inline comments, quotes or nesting, so a general-purpose INI
 * package would misread a profile named `a;b`.
 */
export type IniSection = { name: string; values: Map<string, string> };

/** Parses `profiles.ini` or `installs.ini`. Drops lines that are neither a section name nor a key with a value. */
export function parseIni(text: string): IniSection[] {
  const sections: IniSection[] = [];
  for (const raw of text.replace(/^\uFEFF/u, '').split(/\r?\n/u)) {
    const line = raw.trim();
    const name = /^\[(.+)\]$/u.exec(line)?.[1];
    if (name !== undefined) sections.push({ name, values: new Map() });
    const equals = line.indexOf('=');
    if (name === undefined && equals > 0 && !/^[;#]/u.test(line)) {
      sections.at(-1)?.values.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
    }
  }
  return sections;
}

export function formatIni(sections: readonly IniSection[]): string {
  return sections
    .map((section) => {
      const lines = [...section.values].map(([key, value]) => `${key}=${value}`);
      return `${[`[${section.name}]`, ...lines].join('\n')}\n`;
    })
    .join('\n');
}

export type ClassicProfile = {
  name: string;
  path: string;
  isDefault: boolean;
  /** Whether the profile is the default of a Firefox installation. */
  isInstallDefault: boolean;
  /** Whether the profile is marked `Default=1`. Firefox starts with it if the installation has no default profile. */
  isFallback: boolean;
};

/** Returns the profiles in `profiles.ini`. `path` is copied from the file: absolute, or relative to the file's folder. */
export function classicProfiles(sections: readonly IniSection[]): ClassicProfile[] {
  const installDefaults = new Set(
    sections.filter((section) => section.name.startsWith('Install')).map((section) => section.values.get('Default')),
  );
  const profiles = sections.filter((section) => /^Profile\d+$/u.test(section.name));
  return profiles.flatMap(({ values }) => {
    const path = values.get('Path');
    if (path === undefined || path === '') return [];
    const isInstallDefault = installDefaults.has(path);
    const isFallback = values.get('Default') === '1';
    return [
      {
        name: values.get('Name') ?? path,
        path,
        // An installation's default profile takes precedence over `Default=1`.
        isDefault: installDefaults.size > 0 ? isInstallDefault : isFallback,
        isInstallDefault,
        isFallback,
      },
    ];
  });
}
