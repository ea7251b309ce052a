import { ensureTools, findProgram } from './programs.ts';

/** Debian keeps haproxy outside the PATH of ordinary users. */
const programs = ['haproxy', '/usr/sbin/haproxy'];

/** Finds haproxy, and installs it if it is missing and this may. */
export async function ensureBalancer(): Promise<string> {
  await ensureTools({ haproxy: programs }, 'The drills need');
  return findProgram(programs) ?? 'haproxy';
}
