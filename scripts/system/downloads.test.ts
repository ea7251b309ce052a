import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildArguments } from './downloads.ts';

describe('building a download', () => {
  it('includes the address at which users reach the server, and writes to the folder that the server reads', () => {
    const settings = { PUBLIC_URL: 'https://sandpiper.example', INSTALLER_DIR: '/srv/downloads' };
    assert.deepEqual(buildArguments('windows', settings), [
      'windows',
      '--server',
      'https://sandpiper.example',
      '--output',
      '/srv/downloads',
    ]);
  });

  it('leaves the address for users to enter if PUBLIC_URL is not set', () => {
    assert.deepEqual(buildArguments('npm', { PUBLIC_URL: '' }), ['npm']);
  });
});
