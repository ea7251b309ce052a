import type { DownloadKind } from './downloads.queries.ts';

export const operatingSystems = ['windows', 'mac', 'linux'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];

/** Returns Windows or macOS if the browser's user agent names it, otherwise Linux. */
export function operatingSystemOf(userAgent: string): OperatingSystem {
  if (/windows/i.test(userAgent)) return 'windows';
  return /mac/i.test(userAgent) ? 'mac' : 'linux';
}

/** Returns whether the browser's user agent names a phone or a tablet, where Sandpiper Agent can't run. */
export function isPhone(userAgent: string): boolean {
  return /android|iphone|ipad/i.test(userAgent);
}

export function downloadKindFor(system: OperatingSystem): DownloadKind {
  return system === 'windows' ? 'windows' : 'npm';
}
