import type { Program } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import type { startProgram } from './program.ts';

export const admin = { username: 'admin', password: 'admin-of-the-tests' };

/** The server as `npm start` runs it. `npm run build` builds it. */
export const serverArgs = ['.cache/server/main.cjs'];

/** Starts a server in sandbox mode and waits until it is ready. `env` must contain `DATA_DIR`. */
export async function startServerProgram(
  start: typeof startProgram,
  env: Record<string, string>,
): Promise<{ url: string; program: Program }> {
  const program = start('server', {
    args: serverArgs,
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      SANDBOX: '1',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  return { url: await readyUrl(program), program };
}
