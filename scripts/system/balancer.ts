import { ensureTools, findProgram } from './programs.ts';

/** Debian keeps haproxy outside ordinary users' PATH. */
const programs = ['haproxy', '/usr/sbin/haproxy'];

/** Finds haproxy, or installs it if it's missing and this is allowed. */
export async function ensureBalancer(): Promise<string> {
  await ensureTools({ haproxy: programs }, 'The drills need');
  return findProgram(programs) ?? 'haproxy';
}
