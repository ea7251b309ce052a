import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cleanEnvironment, makeHome } from './suite-environment.ts';

describe('a suite’s environment', () => {
  it('leaves out variables that a shell or CI happens to set', () => {
    const set = { FORCE_COLOR: '3', CI: 'true', DATABASE_URL: 'postgres://production', npm_lifecycle_event: 'test' };
    const before = { ...process.env };
    Object.assign(process.env, set);
    try {
      const env = cleanEnvironment('server', {});
      assert.deepEqual(
        [env['FORCE_COLOR'], env['DATABASE_URL'], env['npm_lifecycle_event']],
        [undefined, undefined, undefined],
      );
      assert.deepEqual([env['CI'], env['NO_COLOR'], env['TERM']], ['1', '1', 'dumb']);
    } finally {
      for (const name of Object.keys(set)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  it("finds the workspace's own tools first, and contains the suite's variables", () => {
    const env = cleanEnvironment('web', { TEST_DATABASE_URL: 'postgresql://given' });
    assert.match(env['PATH'] ?? '', /^[^:;]*web.node_modules.\.bin[:;]/);
    assert.equal(env['TEST_DATABASE_URL'], 'postgresql://given');
  });

  it('comes with a new home folder that can be removed', () => {
    const { home, remove } = makeHome();
    assert.ok(existsSync(home));
    remove();
    assert.ok(!existsSync(home));
  });
});
