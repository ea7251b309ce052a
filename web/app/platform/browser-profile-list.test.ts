import { describe, expect, it } from 'vitest';
import { isOwnersProfile, readBrowserProfileList, readBrowserProfileTest } from './browser-profile-list.ts';

const profile = { name: 'work', directory_name: 'ab.work', path: '/p/ab.work', size_mb: 3, is_default: false };

describe("the agent's answers about browser profiles", () => {
  it('reads a list and leaves out what is no profile', () => {
    const list = readBrowserProfileList({
      profiles: [profile, { name: 'no path' }, 7],
      profiles_dir: '/p',
      firefox_executable: null,
      detected: true,
      error: null,
    });
    expect(list).toEqual({
      profiles: [profile],
      profiles_dir: '/p',
      firefox_executable: null,
      detected: true,
      error: null,
    });
  });

  it.each([null, undefined, 'text', {}, { profiles: 'none' }])('reads no list out of %j', (results) => {
    expect(readBrowserProfileList(results)).toBeNull();
  });

  it('takes valid and success for the same in a test', () => {
    expect(readBrowserProfileTest({ valid: true, message: 'Fine', error: null }).isValid).toBe(true);
    expect(readBrowserProfileTest({ success: true }).isValid).toBe(true);
    expect(readBrowserProfileTest({ valid: false, error: 'Locked' })).toEqual({
      isValid: false,
      message: null,
      error: 'Locked',
    });
  });

  it('knows the profiles of the owner by mark and by name', () => {
    expect(isOwnersProfile(profile)).toBe(false);
    expect(isOwnersProfile({ ...profile, is_default: true })).toBe(true);
    expect(isOwnersProfile({ ...profile, name: 'My-Default-2' })).toBe(true);
  });
});
