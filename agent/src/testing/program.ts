import { afterEach, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startProgram, type Program } from '@sandpiper/testkit/program';
import type { FakeServer } from './fake-server.state.ts';
import { startFakeServer } from './fake-server.ts';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Returns the environment with these changes, but without a display or the developer's configuration folder. */
function environment(changes: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_CONFIG_HOME: _config, ...env } = process.env;
  return { ...env, ...changes };
}

/** Returns functions that run the agent in its own process. Each test in the calling suite gets an empty folder and a fake server. */
export function testProgram() {
  let folder: TemporaryFolder;
  let server: FakeServer;
  let changes: NodeJS.ProcessEnv = {};
  let options: string[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFakeServer();
  });
  afterEach(async () => {
    [changes, options] = [{}, []];
    await server.close();
    await folder.remove();
  });

  const start = (...args: string[]): Program =>
    startProgram('The agent', { args: [...options, main, ...args], env: environment(changes), ownGroup: false });

  return {
    get folder() {
      return folder;
    },
    get server() {
      return server;
    },
    start,
    /** Runs the program until it ends. */
    async result(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
      const run = start(...args);
      const { code } = await run.ended;
      return { code, lines: run.output().trim().split('\n') };
    },
    /** Runs this code inside the programs that the test starts, before anything else. */
    runFirst(code: string) {
      options = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    },
    /** Makes the test's folder the home folder of the programs that the test starts, so that they don't use the developer's profiles. */
    useFolderAsHome() {
      changes = { ...changes, HOME: folder.path };
    },
    /** Makes the programs that the test starts look for other programs in this folder first. */
    addToPath(path: string) {
      changes = { ...changes, PATH: `${path}:${process.env['PATH'] ?? ''}` };
    },
  };
}
