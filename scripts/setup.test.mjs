import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingPackages } from './setup.mjs';

const wanted = {
  '': { name: 'sandpiper' },
  server: { name: '@sandpiper/server', version: '0.1.0' },
  'node_modules/@sandpiper/server': { resolved: 'server', link: true },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/esbuild-for-another-system': { version: '1.0.0', optional: true },
};
const installed = {
  'node_modules/@sandpiper/server': { resolved: 'server', link: true },
  'node_modules/zod': { version: '4.6.7' },
};
const isThere = () => true;

describe('what is missing', () => {
  it('is nothing when every package is there, those for other systems apart', () => {
    assert.deepEqual(missingPackages(wanted, installed, isThere), []);
  });

  it('is a package of another version', () => {
    const older = { ...installed, 'node_modules/zod': { version: '4.0.0' } };
    assert.deepEqual(missingPackages(wanted, older, isThere), ['node_modules/zod']);
  });

  it('is a package that npm noted and somebody removed', () => {
    assert.deepEqual(
      missingPackages(wanted, installed, (path) => path !== 'node_modules/zod'),
      ['node_modules/zod'],
    );
  });

  it('is everything needed when nothing was installed', () => {
    assert.deepEqual(missingPackages(wanted, {}, isThere), ['node_modules/@sandpiper/server', 'node_modules/zod']);
  });
});
