import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAllowed, productionPackages } from './licenses.ts';

describe('licenses', () => {
  it('are allowed if at least one license of an OR expression, or every license of an AND expression, is allowed', () => {
    for (const license of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC']) assert.equal(isAllowed(license), true, license);
    for (const license of ['GPL-3.0', 'MIT AND GPL-3.0', 'none', 'SEE LICENSE IN LICENSE.md'])
      assert.equal(isAllowed(license), false, license);
  });

  it('are read for shipped packages, not for development dependencies or our own folders', () => {
    const packages = productionPackages({
      packages: {
        '': { version: '1.0.0' },
        server: { version: '1.0.0' },
        'node_modules/@sandpiper/server': { link: true },
        'node_modules/zod': { version: '4.0.0', license: 'MIT' },
        'node_modules/a/node_modules/@b/c': { version: '1.2.3' },
        'node_modules/knip': { version: '6.0.0', license: 'ISC', dev: true },
      },
    });
    assert.deepEqual(
      packages.map(({ name, license }) => [name, license]),
      [
        ['zod', 'MIT'],
        ['@b/c', 'none'],
      ],
    );
  });
});
