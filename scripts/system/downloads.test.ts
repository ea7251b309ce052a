import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildArguments } from './downloads.ts';

describe('building the downloads', () => {
  it('puts in the address at which users reach the server, and writes where the server looks', () => {
    const settings = { PUBLIC_URL: 'https://sandpiper.example', INSTALLER_DIR: '/srv/downloads' };
    assert.deepEqual(buildArguments('windows', settings), [
      'windows',
      '--server',
      'https://sandpiper.example',
      '--output',
      '/srv/downloads',
    ]);
  });

  it('leaves the address to the user when it is not set', () => {
    assert.deepEqual(buildArguments('npm', { PUBLIC_URL: '' }), ['npm']);
  });
});
