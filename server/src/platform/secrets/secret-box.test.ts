import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealWithoutId } from '../../testing/earlier-versions.ts';
import { createSecretBox, UnreadableError } from './secret-box.ts';
import { fixedKeys, serverKeyOf } from './server-keys.ts';

const old = 'old '.repeat(8);
const current = 'current '.repeat(8);
const other = 'other '.repeat(8);
const box = createSecretBox(fixedKeys(current, old));

describe('an encrypted value', () => {
  it('contains its key’s ID, and is decrypted with that key', () => {
    const sealed = box.seal('a secret', 'ana');
    assert.ok(sealed.includes(Buffer.from(serverKeyOf(current).id, 'hex')));
    assert.ok(sealed.subarray(0, 12).equals(box.currentHeader()));
    assert.equal(box.open(sealed, 'ana'), 'a secret');
    assert.equal(box.open(createSecretBox(fixedKeys(old)).seal('an older one', 'ana'), 'ana'), 'an older one');
  });

  it('causes an error that names its key’s ID if the server doesn’t have that key', () => {
    const sealed = createSecretBox(fixedKeys(other)).seal('a secret', 'ana');
    const { id } = serverKeyOf(other);
    assert.throws(
      () => box.open(sealed, 'ana'),
      (error) => error instanceof UnreadableError && error.message.includes(id),
    );
  });

  it('is refused for another owner, or if any part of it was changed', () => {
    const sealed = box.seal('a secret', 'ana');
    assert.throws(() => box.open(sealed, 'ben'), UnreadableError);
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      assert.throws(() => box.open(changed, 'ana'), UnreadableError, `byte ${place}`);
    }
    for (const length of [0, 3, 4, 12, 20, sealed.length - 1]) {
      assert.throws(() => box.open(sealed.subarray(0, length), 'ana'), UnreadableError, `${length} bytes`);
    }
  });

  it('can be read with any known key, but only for its earlier owner, if an earlier version wrote it without a key ID', () => {
    const owner = { row: 'account 1 of ana', before: 'ana' };
    for (const secret of [old, current]) {
      assert.equal(box.open(sealWithoutId(secret, 'a secret', 'ana'), owner), 'a secret');
    }
    assert.throws(() => box.open(sealWithoutId(current, 'a secret', 'account 1 of ana'), owner), UnreadableError);
    assert.throws(() => box.open(sealWithoutId(other, 'a secret', 'ana'), owner), UnreadableError);
    assert.throws(() => box.open(box.seal('a secret', 'ana'), owner), UnreadableError);
    assert.equal(box.open(box.seal('a secret', owner), owner), 'a secret');
  });
});
