import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsOfLockFile } from './lock-file.ts';

const entry = { version: '4.6.7', integrity: 'sha512-x' };
const manifest = { dependencies: { zod: '4.6.7' } };

function lockWith(changes: Partial<typeof entry> & { resolved?: string }) {
  return { packages: { '': manifest, 'node_modules/zod': { ...entry, ...changes } } };
}

describe('the lock file', () => {
  it('passes if it names no host, has every integrity hash and agrees with the manifests', () => {
    assert.deepEqual(problemsOfLockFile(lockWith({}), { '': manifest }), []);
  });

  it('must not say where a package was fetched from', () => {
    const [problem] = problemsOfLockFile(lockWith({ resolved: 'https://packages.example/zod.tgz' }), { '': manifest });
    assert.match(problem ?? '', /node_modules\/zod: contains the address it was downloaded from/);
  });

  it('must have an integrity hash for every package', () => {
    const [problem] = problemsOfLockFile({ packages: { '': manifest, 'node_modules/zod': {} } }, { '': manifest });
    assert.match(problem ?? '', /no integrity/);
  });

  it('must agree with the manifests', () => {
    const changed = { dependencies: { zod: '4.6.8' } };
    assert.match(problemsOfLockFile(lockWith({}), { '': changed })[0] ?? '', /dependencies differ/);
    assert.match(
      problemsOfLockFile(lockWith({}), { '': manifest, extra: manifest })[0] ?? '',
      /missing in package-lock/,
    );
  });

  it('must pin exact versions', () => {
    const ranged = { dependencies: { zod: '^4.6.7' } };
    const lock = { packages: { '': ranged } };
    assert.match(problemsOfLockFile(lock, { '': ranged })[0] ?? '', /is not exact/);
  });
});
