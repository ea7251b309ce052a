import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { poll } from './clock.ts';
import { systemCodeOf } from './errors.ts';
import { runPowerShell } from './power-shell.ts';
import { runProgram, type ProgramResult } from './run-program.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
}

/** Returns a process's command line, or null if it's empty or can't be read. A zombie process has an empty command line. */
async function linuxCommandLine(pid: number): Promise<string | null> {
  try {
    const text = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

/** The unit of start times in `/proc`: a hundredth of a second on every processor that Node.js supports (see proc_pid_stat(5)). */
const tickMs = 10;

/** Returns when a process started, in milliseconds since 1970, or null if that can't be read. Works only on Linux. */
export async function startTimeOf(pid: number): Promise<number | null> {
  const files = [`/proc/${pid}/stat`, '/proc/stat'].map((file) => readFile(file, 'utf8').catch(() => ''));
  const [own = '', system = ''] = await Promise.all(files);
  // The program's name, in parentheses, may contain spaces. The start time is the 20th value after it.
  const ticks = /^.*\) (?:\S+ ){19}(\d+) /su.exec(own)?.[1];
  const bootSeconds = /^btime (\d+)$/mu.exec(system)?.[1];
  return ticks === undefined || bootSeconds === undefined ? null : Number(bootSeconds) * 1000 + Number(ticks) * tickMs;
}

/**
 * Prints a process's command line as UTF-8. Without a locale, as under launchd, `ps` would escape all non-ASCII characters, and the agent
 * couldn't recognize a profile whose path contains such characters.
 */
function printCommandLine(pid: number, system: NodeJS.Platform, run: typeof runProgram): Promise<ProgramResult> {
  if (system === 'win32') {
    return runPowerShell(`(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`, { run });
  }
  return run('/usr/bin/env', ['LC_ALL=en_US.UTF-8', '/bin/ps', '-ww', '-o', 'command=', '-p', String(pid)]);
}

/** Returns a process's command line, or null if it can't be read, for example because there is no such process. */
export async function commandLineOf(
  pid: number,
  system: NodeJS.Platform = platform(),
  run: typeof runProgram = runProgram,
): Promise<string | null> {
  if (system === 'linux') return linuxCommandLine(pid);
  const result = await printCommandLine(pid, system, run);
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

/**
 * Terminates a process and its child processes, because the firefox.exe that the agent started may be only a launcher. Windows has no
 * SIGTERM, so the processes are forced to exit.
 */
async function endWindowsTree(pid: number): Promise<boolean> {
  await runProgram('taskkill.exe', ['/PID', String(pid), '/T', '/F']);
  return (await poll(() => (isAlive(pid) ? null : true), { timeoutMs: 10_000 })) === true;
}

/**
 * Terminates a process. On Windows, forces it and its child processes to exit. On other systems, sends SIGTERM, then SIGKILL if the process
 * is still running after five seconds. Returns whether the process has exited.
 */
export async function endProcess(pid: number): Promise<boolean> {
  if (platform() === 'win32') return endWindowsTree(pid);
  const ended = async (): Promise<true | null> => (!isAlive(pid) || (await commandLineOf(pid)) === null ? true : null);
  signalProcess(pid, 'SIGTERM');
  if ((await poll(ended, { timeoutMs: 5000 })) === true) return true;
  signalProcess(pid, 'SIGKILL');
  return (await poll(ended, { timeoutMs: 10_000 })) === true;
}
