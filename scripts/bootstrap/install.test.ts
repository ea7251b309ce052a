import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingPackages, withoutDevelopment } from './install.mjs';

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
const isPresent = () => true;

describe('the list of missing packages', () => {
  it('is empty when every package is installed, except those for other systems', () => {
    assert.deepEqual(missingPackages(wanted, installed, isPresent), []);
  });

  it('excludes development dependencies if everything is built', () => {
    const more = { ...wanted, 'node_modules/knip': { version: '6.0.0', dev: true } };
    assert.deepEqual(missingPackages(more, installed, isPresent), ['node_modules/knip']);
    assert.deepEqual(missingPackages(withoutDevelopment(more), installed, isPresent), []);
  });

  it('includes a package if a different version of it is installed', () => {
    const older = { ...installed, 'node_modules/zod': { version: '4.0.0' } };
    assert.deepEqual(missingPackages(wanted, older, isPresent), ['node_modules/zod']);
  });

  it('includes a package that npm recorded as installed but that has since been removed', () => {
    assert.deepEqual(
      missingPackages(wanted, installed, (path: string) => path !== 'node_modules/zod'),
      ['node_modules/zod'],
    );
  });

  it('contains every required package when nothing is installed', () => {
    assert.deepEqual(missingPackages(wanted, {}, isPresent), ['node_modules/@sandpiper/server', 'node_modules/zod']);
  });
});
