import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { requireFreeSpace } from './free-space.ts';

describe('free space', () => {
  it('is required before something is written', async () => {
    await requireFreeSpace(tmpdir(), 0, 'a test');
    await assert.rejects(
      requireFreeSpace(tmpdir(), 2 ** 60, 'a test'),
      /^Error: The disk is too full for a test, which needs 1152921504607 MB of free space\. .* has only \d+ MB left\.$/,
    );
  });
});
