import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { poll } from './clock.ts';
import { systemCodeOf } from './errors.ts';
import { runProgram } from './run-program.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
}

/** A zombie still has a number, but no command line, and holds nothing. */
async function linuxCommandLine(pid: number): Promise<string | null> {
  try {
    const text = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

/** What a process was started with; null when there is no such process or it cannot be seen. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (platform() === 'linux') return linuxCommandLine(pid);
  const result =
    platform() === 'win32'
      ? await runProgram('powershell.exe', [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
        ])
      : await runProgram('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  const text = result.stdout.trim();
  return result.code === 0 && text !== '' ? text : null;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemCodeOf(error) !== 'ESRCH') throw error;
  }
}

/** Windows knows no asking; the launcher's browser has to go with it. */
async function endWindowsTree(pid: number): Promise<boolean> {
  await runProgram('taskkill.exe', ['/PID', String(pid), '/T', '/F']);
  return (await poll(() => (isAlive(pid) ? null : true), { timeoutMs: 10_000 })) === true;
}

/** Ends a process: asks first, insists after five seconds. Answers whether it is gone. */
export async function endProcess(pid: number): Promise<boolean> {
  if (platform() === 'win32') return endWindowsTree(pid);
  const gone = async (): Promise<true | null> => (!isAlive(pid) || (await commandLineOf(pid)) === null ? true : null);
  signalProcess(pid, 'SIGTERM');
  if ((await poll(gone, { timeoutMs: 5000 })) === true) return true;
  signalProcess(pid, 'SIGKILL');
  return (await poll(gone, { timeoutMs: 10_000 })) === true;
}
