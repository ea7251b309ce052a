import { spawn } from 'node:child_process';
import { plainText } from './plain-text.mjs';
import { pinnedNode, root } from './project.mjs';
import { onStop } from './stopping.mjs';

/** Sends a signal to a child that leads a process group, and to all it started. */
export function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a command in a process group of its own and gathers what it prints.
 * At the time limit, and when this script is told to stop, the whole group is killed.
 * Answers `{ code, output, stdout, timedOut }`; `output` is all that was printed, in order.
 */
export function capture(command, args, { cwd = root, env = process.env, shell = false, timeoutMs } = {}) {
  return new Promise((settle, reject) => {
    const child = spawn(command, args, { cwd, env, shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    const printed = [];
    const text = (parts) => plainText(Buffer.concat(parts).toString('utf8'));
    let timedOut = false;
    let timer;
    const expire = () => {
      timedOut = true;
      signalGroup(child, 'SIGKILL');
    };
    if (timeoutMs !== undefined) timer = setTimeout(expire, timeoutMs);
    child.on('error', reject);
    if (child.pid === undefined) return;
    const unregister = onStop(() => signalGroup(child, 'SIGKILL'));
    child.stdout.on('data', (chunk) => chunks.push(chunk) && printed.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('exit', () => {
      clearTimeout(timer);
      unregister();
      // What the command left running would hold the pipes open for ever.
      signalGroup(child, 'SIGKILL');
    });
    child.on('close', (code) => settle({ code: code ?? 1, timedOut, output: text(chunks), stdout: text(printed) }));
  });
}

/** Runs a program on the pinned Node in this terminal, hands signals on to it, and ends the way it ended. */
export function runPinned(args, env = process.env) {
  return runHere(pinnedNode, args, env);
}

export function runHere(command, args, env = process.env) {
  return new Promise((settle, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    const handOn = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, handOn);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.removeListener(name, handOn);
      if (signal === null) settle(code);
      else process.kill(process.pid, signal);
    });
  });
}
