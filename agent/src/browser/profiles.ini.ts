/** One `[Section]` of an ini file with its keys, in the file's order. */
export type IniSection = { name: string; values: Map<string, string> };

/** Reads `profiles.ini` or `installs.ini`. Lines that are neither section nor key are left out. */
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
  isRelative: boolean;
  isDefault: boolean;
  /** The old fallback mark: what a Firefox without a default of its own starts with. */
  isFallback: boolean;
  storeId: string | null;
};

/** The profiles of the classic list. `path` is as written: relative to the data root or absolute. */
export function classicProfiles(sections: readonly IniSection[]): ClassicProfile[] {
  const installDefaults = new Set(
    sections.filter((section) => section.name.startsWith('Install')).map((section) => section.values.get('Default')),
  );
  const profiles = sections.filter((section) => /^Profile\d+$/u.test(section.name));
  return profiles.flatMap(({ values }) => {
    const path = values.get('Path');
    if (path === undefined || path === '') return [];
    // An installation's own default wins over the old fallback mark.
    const isDefault = installDefaults.size > 0 ? installDefaults.has(path) : values.get('Default') === '1';
    return [
      {
        name: values.get('Name') ?? path,
        path,
        isRelative: values.get('IsRelative') !== '0',
        isDefault,
        isFallback: values.get('Default') === '1',
        storeId: values.get('StoreID') ?? null,
      },
    ];
  });
}
