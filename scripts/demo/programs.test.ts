import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../server/src/platform/config.ts';
import { unsetSettings } from './programs.ts';

describe('the demo’s server', () => {
  it('ignores the settings of a real server, except LOG_LEVEL', () => {
    const settings = {
      BACKUP_DIR: '/srv/backups',
      REGISTRATION: 'closed',
      REQUIRE_ADMIN_TWO_FACTOR: '1',
      LOG_LEVEL: 'debug',
    };
    const config = readConfig({ ...settings, ...unsetSettings() });
    assert.deepEqual(config, readConfig({ LOG_LEVEL: 'debug' }));
  });
});
