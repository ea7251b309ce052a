import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProfileAddress } from './address.ts';

test('a profile, and no other page, is recognized by its path, in upper or lower case', () => {
  for (const path of ['alice', 'alice/', 'Alice/', 'alice/?hl=ko'])
    assert.ok(isProfileAddress(`https://www.instagram.com/${path}`, 'alice'), path);
  for (const path of ['', 'alice2', 'alice/tagged/', 'p/alice/', 'direct/t/alice'])
    assert.ok(!isProfileAddress(`https://www.instagram.com/${path}`, 'alice'), path);
  assert.ok(!isProfileAddress('about:blank', 'alice'));
});
