import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missingIn, type Found } from './conversation.check.ts';

const noBox: Found = { missing: 'no message box', proof: 2 };
const noList: Found = { missing: 'no list', proof: 2 };
const noText: Found = { missing: 'no message', proof: 3 };

describe('the check of conversations', () => {
  /** Runs the check on conversations with these findings. Returns what the check reports, and how many conversations it read. */
  const check = async (...found: Found[]) => {
    let read = 0;
    const next = (name: string): Promise<Found> => {
      read += 1;
      return Promise.resolve(found[Number(name)] ?? assert.fail());
    };
    return [await missingIn([...found.keys()].map(String), next), read];
  };

  test('reports nothing because of a single odd conversation', async () => {
    assert.deepEqual(await check(noBox), [null, 1]);
    assert.deepEqual(await check(noBox, 'skipped', noList, noText, noText), [null, 5]);
  });

  test('reports what is missing in several conversations', async () => {
    assert.deepEqual(await check(noBox, noBox), ['no message box', 2]);
    assert.deepEqual(await check('skipped', noText, noBox, noText, noText), ['no message', 5]);
  });

  test('reports nothing once a conversation has everything, even after several odd conversations', async () => {
    assert.deepEqual(await check(noText, noText, noText, 'readable', noBox), [null, 4]);
    assert.deepEqual(await check(noBox, noBox, noBox, 'readable'), [null, 4]);
  });

  test('reads at most eight conversations', async () => {
    assert.deepEqual(await check(...Array.from({ length: 9 }, () => noList)), ['no list', 8]);
  });
});
