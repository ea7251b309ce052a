import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxPagePackLength } from '@sandpiper/contract/page-pack';
import { createSigningKey, signPagePack } from '@sandpiper/testkit/page-pack-signing';
import { builtInContent, builtInPack } from './built-in.pack.ts';
import { PackRefused, readContent, readSignature } from './signed-pack.ts';

const key = createSigningKey();
const signed = signPagePack(builtInContent, key);

function refusalOf(read: () => unknown): string {
  try {
    read();
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof PackRefused);
    return error.reason;
  }
}

test('a signed pack is read back unchanged', () => {
  assert.deepEqual(readContent(readSignature(structuredClone(signed))), builtInContent);
  assert.equal(signed.version, builtInPack.version);
});

test('a signature is valid only for its own text and key', () => {
  const other = signPagePack({ ...builtInContent, version: '2030-01-01' }, createSigningKey());
  const forgeries = [
    { ...signed, content: signed.content.replace('"H"', '"M"') },
    { ...signed, content: `${signed.content} ` },
    { ...signed, signature: other.signature },
    { ...signed, public_key: other.public_key },
    { ...signed, public_key: 'A'.repeat(43) },
    { ...signed, signature: undefined },
    { ...signed, signature: '' },
    builtInContent,
    null,
    'the sign-in page of a hotel network',
  ];
  for (const forgery of forgeries)
    assert.equal(
      refusalOf(() => readSignature(forgery)),
      'not_signed',
    );
});

test('a pack that is too large is refused for that reason', () => {
  const large = { ...signed, content: ' '.repeat(maxPagePackLength + 1) };
  assert.equal(
    refusalOf(() => readSignature(large)),
    'too_large',
  );
});

test('an invalid pack is refused even if its signature is valid', () => {
  const { locators, ...incomplete } = builtInContent;
  const ofAnotherFormat = { ...incomplete, format: 2 };
  const contentRefusal = (pack: { version: string }) => refusalOf(() => readContent(signPagePack(pack, key)));
  assert.ok('dialog' in locators);
  assert.equal(contentRefusal(incomplete), 'invalid');
  assert.equal(contentRefusal({ ...builtInContent, version: '2030-01-01' }), 'accepted');
  assert.equal(contentRefusal(ofAnotherFormat), 'other_format');
  assert.equal(
    refusalOf(() => readContent({ ...signed, content: '{' })),
    'invalid',
  );
  assert.equal(
    refusalOf(() => readContent({ ...signed, version: '2030-01-01' })),
    'invalid',
  );
});
