import { ensureTools, findProgram } from './programs.ts';

/** The possible locations of haproxy. On Debian, it isn't in the PATH of ordinary users. */
const programs = ['haproxy', '/usr/sbin/haproxy'];

/** Finds haproxy, or installs it if it's missing and installing is allowed. Returns the program's name or path. */
export async function ensureBalancer(): Promise<string> {
  await ensureTools({ haproxy: programs }, 'The drills need');
  return findProgram(programs) ?? 'haproxy';
}
