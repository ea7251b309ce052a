import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, pinnedNode, root } from '../project.mjs';
import { signalGroup } from '../processes.mjs';

const keptCharacters = 8_000;
const endsWithinMs = 30_000;

function hasEnded({ child }) {
  return child.exitCode !== null || child.signalCode !== null;
}

function failureOf({ name, said }, what) {
  return new Failure(`${said.trimEnd()}\nThe ${name} ${what}: see above.`);
}

function startService(name, args, env) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { ...process.env, ...env },
    // A process group of its own: Ctrl-C at the terminal reaches the demo alone, which ends all in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const service = { name, child, said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (service.said = (service.said + chunk).slice(-keptCharacters)));
  }
  return service;
}

async function stopService(service) {
  if (hasEnded(service)) return;
  const ended = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  const timer = setTimeout(() => signalGroup(service.child, 'SIGKILL'), endsWithinMs);
  await ended;
  clearTimeout(timer);
}

/** Programs that run together: when one ends by itself, `broken` rejects; `stop` ends the last started first. */
export function createHousehold() {
  const services = [];
  let isStopping = false;
  let breakDown;
  const broken = new Promise((_, reject) => (breakDown = reject));
  // Whoever waits for it hears of it; nobody has to.
  broken.catch(() => undefined);
  return {
    broken,
    start(name, args, env = {}) {
      if (isStopping) throw new Failure('The demo is ending.');
      const service = startService(name, args, env);
      services.unshift(service);
      service.child.on('error', breakDown);
      service.child.on('close', () => isStopping || breakDown(failureOf(service, 'ended unexpectedly')));
      return service;
    },
    async stop() {
      isStopping = true;
      for (const service of services) await stopService(service);
    },
  };
}

async function answersWell(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Waits until an address of a service answers well. */
export async function untilAnswers(service, url, timeoutMs = 120_000) {
  const deadline = Date.now() + timeoutMs;
  while (!(await answersWell(url))) {
    if (hasEnded(service) || Date.now() > deadline) throw failureOf(service, 'did not start');
    await sleep(200);
  }
}
