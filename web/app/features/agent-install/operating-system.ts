import type { DownloadKind } from './downloads.queries.ts';

export const operatingSystems = ['windows', 'mac', 'linux'] as const;
export type OperatingSystem = (typeof operatingSystems)[number];

/** Returns the operating system that the browser runs on, or Linux if it can't be detected. */
export function operatingSystemOf(userAgent: string): OperatingSystem {
  if (/windows/i.test(userAgent)) return 'windows';
  return /mac/i.test(userAgent) ? 'mac' : 'linux';
}

export function downloadKindFor(system: OperatingSystem): DownloadKind {
  return system === 'windows' ? 'windows' : 'npm';
}
