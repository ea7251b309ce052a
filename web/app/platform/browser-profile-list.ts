import type { BrowserProfile, BrowserProfileList } from '@sandpiper/contract/browser-profiles';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function readProfile(value: unknown): BrowserProfile | null {
  if (!isObject(value)) return null;
  const path = textOf(value['path']);
  if (path === null) return null;
  const size = value['size_mb'];
  return {
    path,
    name: textOf(value['name']) ?? path,
    directory_name: textOf(value['directory_name']) ?? '',
    size_mb: typeof size === 'number' && Number.isFinite(size) ? size : 0,
    is_default: value['is_default'] === true,
  };
}

/** Reads what the agent answered to a list request; null when it is no such answer. */
export function readBrowserProfileList(results: unknown): BrowserProfileList | null {
  if (!isObject(results) || !Array.isArray(results['profiles'])) return null;
  return {
    profiles: results['profiles'].map(readProfile).filter((profile) => profile !== null),
    profiles_dir: textOf(results['profiles_dir']) ?? '',
    firefox_executable: textOf(results['firefox_executable']),
    detected: results['detected'] === true,
    error: textOf(results['error']),
  };
}

export type BrowserProfileTest = { isValid: boolean; message: string | null; error: string | null };

/** Reads what the agent answered to a test request, in which `valid` and `success` say the same. */
export function readBrowserProfileTest(results: unknown): BrowserProfileTest {
  if (!isObject(results)) return { isValid: false, message: null, error: null };
  return {
    isValid: results['valid'] === true || results['success'] === true,
    message: textOf(results['message']),
    error: textOf(results['error']),
  };
}

/** Profiles of the owner's own surfing are never shown. */
export function isOwnersProfile(profile: BrowserProfile): boolean {
  return profile.is_default || profile.name.toLowerCase().includes('default');
}
