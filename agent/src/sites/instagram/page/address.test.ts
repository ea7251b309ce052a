import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProfileAddress } from './address.ts';

test('a profile’s URL is recognized in upper or lower case, and no other URL is mistaken for it', () => {
  for (const path of ['alice', 'alice/', 'Alice/', 'alice/?hl=ko'])
    assert.ok(isProfileAddress(`https://www.instagram.com/${path}`, 'alice'), path);
  for (const path of ['', 'alice2', 'alice/tagged/', 'p/alice/', 'direct/t/alice'])
    assert.ok(!isProfileAddress(`https://www.instagram.com/${path}`, 'alice'), path);
  assert.ok(!isProfileAddress('about:blank', 'alice'));
});
