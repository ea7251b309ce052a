import { describe, expect, it } from 'vitest';
import { isPersonalProfile, isSamePath } from './browser-profiles.ts';

const profile = { name: 'work', directory_name: 'ab.work', path: '/p/ab.work', size_mb: 3, is_default: false };

describe('Firefox profiles', () => {
  it('counts a default profile as personal, by its flag or by its name', () => {
    expect(isPersonalProfile(profile)).toBe(false);
    expect(isPersonalProfile({ ...profile, is_default: true })).toBe(true);
    expect(isPersonalProfile({ ...profile, name: 'My-Default-2' })).toBe(true);
  });

  it('recognizes one folder in two spellings', () => {
    expect(isSamePath('/p/ab.work/', '/p/ab.work')).toBe(true);
    expect(isSamePath('C:\\Users\\M\\ab.work', 'c:/users/m/ab.work')).toBe(true);
    expect(isSamePath('/p/AB.work', '/p/ab.work')).toBe(false);
  });
});
