import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import { isAlive } from '../platform/processes.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { StartFailed } from './firefox.process.ts';
import { openFirefox } from './firefox.session.ts';

test(
  'a Firefox that accepts the agent’s connection but never answers is ended after a while',
  { timeout: 30_000 },
  () =>
    inTemporaryFolder(async (folder) => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket));
      const port = await listenOnFreePort(silent);
      const executable = join(folder, 'firefox');
      const script = `#!/bin/sh\necho "WebDriver BiDi listening on ws://127.0.0.1:${port}" >&2\nexec sleep 600\n`;
      await writeFile(executable, script, { mode: 0o700 });
      const profile = join(folder, 'profile');
      await mkdir(profile);
      let pid = 0;
      const onSpawn = (id: number): Promise<void> => {
        pid = id;
        return Promise.resolve();
      };
      try {
        const opening = openFirefox({ executable, profile, headless: true, timeoutMs: 1000, onSpawn });
        await assert.rejects(opening, (error) => {
          assert.ok(error instanceof StartFailed);
          assert.match(error.message, /couldn't connect to it \(.*handshake has timed out\)/u);
          return true;
        });
        assert.deepEqual([sockets.length, isAlive(pid)], [1, false]);
      } finally {
        for (const socket of sockets) socket.destroy();
        silent.close();
      }
    }),
);
