import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ensurePartIsBuilt } from './built-part.ts';

describe('a part that is built from sources', () => {
  let base: string;
  let builds: number;
  const write = (name: string, text: string) => writeFileSync(join(base, 'src', name), text);
  const built = () => readFileSync(join(base, 'out', 'main.js'), 'utf8');
  const copySource = async () => {
    builds += 1;
    writeFileSync(join(base, 'out', 'main.js'), readFileSync(join(base, 'src', 'main.ts')));
  };
  const ensure = (build: () => Promise<void> = copySource, prepare = () => Promise.resolve(), setting?: string) =>
    ensurePartIsBuilt({
      name: 'a part',
      sources: [join(base, 'src')],
      setting,
      folder: join(base, 'out'),
      file: join(base, 'out', 'main.js'),
      prepare,
      build,
    });

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'sandpiper-part-'));
    mkdirSync(join(base, 'src'));
    builds = 0;
    write('main.ts', 'first');
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('is built once, and again after a source is changed, added or removed', async () => {
    await ensure();
    await ensure();
    assert.equal(builds, 1);
    write('main.ts', 'second');
    await ensure();
    assert.equal(built(), 'second');
    write('other.ts', '');
    await ensure();
    rmSync(join(base, 'src', 'other.ts'));
    await ensure();
    assert.equal(builds, 4);
  });

  it('is built again if its setting changes, but not if no setting is given', async () => {
    const ensureWith = (setting?: string) => ensure(copySource, undefined, setting);
    await ensureWith();
    await ensureWith('');
    assert.equal(builds, 1);
    await ensureWith('https://one.example');
    await ensureWith('https://one.example');
    await ensureWith();
    assert.equal(builds, 2);
    await ensureWith('https://two.example');
    await ensureWith('');
    assert.equal(builds, 4);
  });

  it('is not built again when a test changes', async () => {
    await ensure();
    write('main.test.ts', '');
    await ensure();
    assert.equal(builds, 1);
  });

  it('keeps the previous build if the next one cannot be prepared', async () => {
    await ensure();
    write('main.ts', 'second');
    await assert.rejects(
      ensure(copySource, () => Promise.reject(new Error('offline'))),
      /offline/,
    );
    assert.equal(built(), 'first');
  });

  it('is built again if the last build failed, and keeps nothing from earlier builds', async () => {
    await ensure();
    writeFileSync(join(base, 'out', 'left-over.js'), '');
    write('main.ts', 'second');
    await assert.rejects(
      ensure(() => Promise.reject(new Error('no space'))),
      /no space/,
    );
    await ensure();
    assert.equal(built(), 'second');
    assert.ok(!existsSync(join(base, 'out', 'left-over.js')));
  });
});
