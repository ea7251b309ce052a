import { describe, expect, it } from 'vitest';
import { isSamePath, startsPath } from './browser-profiles.ts';

describe('Firefox profiles', () => {
  it('are recognized by their path, ignoring trailing slashes and, on Windows, the kind of slash and the case', () => {
    expect(isSamePath('/p/ab.work/', '/p/ab.work')).toBe(true);
    expect(isSamePath('C:\\Users\\M\\ab.work', 'c:/users/m/ab.work')).toBe(true);
    expect(isSamePath('\\\\Server\\share\\ab.work', '\\\\server\\Share\\AB.work\\')).toBe(true);
    expect(isSamePath('\\\\server\\share\\ab.work', '//server/share/ab.work')).toBe(true);
    expect(isSamePath('/p/AB.work', '/p/ab.work')).toBe(false);
  });

  it('are recognized by the beginning of their path in the same way', () => {
    expect(startsPath('/p/ab.', '/p/ab.work')).toBe(true);
    expect(startsPath('/p/ab.work/ ', '/p/ab.work')).toBe(true);
    expect(startsPath('c:/users/M', 'C:\\Users\\m\\ab.work')).toBe(true);
    expect(startsPath('/', '/p/ab.work')).toBe(true);
    expect(startsPath('/P/ab', '/p/ab.work')).toBe(false);
    expect(startsPath('/p/ab.work2', '/p/ab.work')).toBe(false);
  });
});
