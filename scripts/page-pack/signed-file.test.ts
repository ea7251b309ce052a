import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { z } from 'zod';
import { root } from '../bootstrap/project.mjs';
import { createKeyFile, signFolder, verifyFile } from './signed-file.ts';

const fields = z.record(z.string(), z.unknown());

describe('a signed page pack', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const sign = () => signFolder({ folder: at('pages'), keyFile: at('operator.key'), file: at('page-pack.json') });
  const changePack = (change: Record<string, unknown>): void => {
    const pack = fields.parse(JSON.parse(readFileSync(at('pages/pack.json'), 'utf8')));
    writeFileSync(at('pages/pack.json'), JSON.stringify({ ...pack, ...change }));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandpiper-page-pack-'));
    cpSync(join(root, 'agent', 'pages'), at('pages'), { recursive: true });
    changePack({ version: '2026-11-01' });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is signed by a key that only the operator can read, and that is never overwritten', () => {
    const publicKey = createKeyFile(at('operator.key'));
    const text = readFileSync(at('operator.key'), 'utf8');
    if (process.platform !== 'win32') assert.equal(statSync(at('operator.key')).mode & 0o777, 0o600);
    assert.throws(() => createKeyFile(at('operator.key')), /already exists/);
    assert.equal(readFileSync(at('operator.key'), 'utf8'), text);
    assert.equal(sign().public_key, publicKey);
    const [secret = ''] = text.split('\n').slice(1);
    assert.ok(secret.length > 40 && !readFileSync(at('page-pack.json'), 'utf8').includes(secret));
  });

  it('is valid until it is changed', () => {
    createKeyFile(at('operator.key'));
    const signed = sign();
    assert.deepEqual(verifyFile(at('page-pack.json')), signed);
    const text = readFileSync(at('page-pack.json'), 'utf8');
    writeFileSync(at('page-pack.json'), text.replace('queryBox', 'queryBux'));
    assert.throws(
      () => verifyFile(at('page-pack.json')),
      /Agents would refuse .*: The page pack's signature isn't valid/,
    );
  });

  it('needs a version that is newer than the previous one and not in the future', () => {
    createKeyFile(at('operator.key'));
    sign();
    assert.throws(sign, /already has version 2026-11-01\. Set a newer version/);
    changePack({ version: '2026-11-01.2' });
    assert.equal(sign().version, '2026-11-01.2');
    changePack({ version: '2999-01-01' });
    assert.throws(sign, /in the future/);
  });

  it('is not created from pages that agents would refuse', () => {
    createKeyFile(at('operator.key'));
    const languages = readFileSync(at('pages/languages/en.json'), 'utf8');
    writeFileSync(at('pages/languages/en.json'), languages.replace('"refusesRequests"', '"telescope"'));
    assert.throws(sign, /can't be signed:\n {2}English has the level "full", but no text for "refusesRequests"\./);
    const locators = readFileSync(at('pages/locators.json'), 'utf8');
    writeFileSync(at('pages/locators.json'), locators.replace('"form input:not(', '"form input:no('));
    assert.throws(sign, /"form input:no\(.*" isn't a selector that agents accept\./);
    writeFileSync(at('pages/languages/en.json'), '{');
    assert.throws(sign, /en\.json is not JSON/);
    assert.throws(() => verifyFile(at('page-pack.json')), /Couldn't read .*ENOENT/);
  });

  it('is created only with a key from create-key', () => {
    assert.throws(sign, /Couldn't read .*operator\.key \(ENOENT\)/);
    writeFileSync(at('operator.key'), 'a shopping list');
    assert.throws(sign, /is not a key created by/);
  });
});
