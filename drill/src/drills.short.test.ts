import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drills } from './drills/drills.ts';

/* The drills as `npm test` runs them. `npm run drill` runs them for longer, with all their faults. */

const options = { servers: 2, agents: 4, browsers: 4, seconds: 5, requests: 300, seed: 'short', isBusy: true };

describe('two servers behind a balancer', () => {
  for (const name of ['rolling-restart', 'database-restart', 'read-only']) {
    it(`${name}: nothing forbidden happens, and everything recovers automatically`, async () => {
      const outcome = await drills[name]?.run(options);
      assert.deepEqual(outcome?.faults, []);
    });
  }
});
