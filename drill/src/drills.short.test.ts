import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drills } from './drills/drills.ts';

/* The drills that `npm test` runs, with a light load. `npm run drill` runs all drills with a heavier load. */

const options = { servers: 2, agents: 4, browsers: 4, seconds: 5, requests: 300, seed: 'short', isBusy: true };

describe('two servers behind a load balancer', () => {
  for (const name of ['rolling-restart', 'database-restart', 'read-only']) {
    it(`${name}: all checks pass, and everything recovers automatically`, async () => {
      const outcome = await drills[name]?.run(options);
      assert.deepEqual(outcome?.faults, []);
    });
  }
});
