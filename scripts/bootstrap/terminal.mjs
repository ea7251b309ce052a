import { spawn } from 'node:child_process';
import { Failure, root } from './project.mjs';

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const parent = process.ppid;
const lookAgainMs = 500;

/**
 * Calls a function once if npm has started this process and is stopped. npm forwards a signal only to its shell, which ends without
 * forwarding it. This process then gets another parent.
 * @param {() => void} stop
 */
function watchParent(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, lookAgainMs);
  return timer;
}

/**
 * Runs a command in this terminal and forwards signals to it. Also stops the command if npm is stopped. If a signal ends the command, ends
 * this script with the same signal.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the command's exit code
 */
export function runHere(command, args, env = process.env) {
  return new Promise((settle, reject) => {
    const shell = process.platform === 'win32' && !command.endsWith('.exe');
    const child = spawn(command, args, { cwd: root, env, shell, stdio: 'inherit' });
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, passOn);
    const watch = watchParent(() => passOn('SIGTERM'));
    child.on('error', (error) => {
      clearInterval(watch);
      const code = 'code' in error ? String(error.code) : error.message;
      reject(new Failure(`Couldn't run ${command} (${code}).`));
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.removeListener(name, passOn);
      if (signal === null) settle(code ?? 1);
      else process.kill(process.pid, signal);
    });
  });
}
