import { fileURLToPath } from 'node:url';
import { freePort } from '@sandpiper/testkit/ports';
import { startProgram } from '@sandpiper/testkit/program';
import { untilAnswers } from '@sandpiper/testkit/readiness';
import { inherited } from '../config.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../yardsticks/${name}.ts`, import.meta.url));

/** Starts a yardstick that is a server. The yardstick gets `args` and a free port as its arguments. */
export async function startYardstick(name: string, args: readonly string[]) {
  const port = await freePort();
  const program = startProgram(name, {
    args: [fileOf(name), ...args, String(port)],
    ownGroup: false,
    env: { ...inherited },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(program, `${url}/api/health`);
  return { url, stop: () => program.stop() };
}

/** Runs a yardstick that prints a single number. Returns the number. */
export async function runYardstick(name: string, args: readonly string[]): Promise<number> {
  const program = startProgram(name, { args: [fileOf(name), ...args], ownGroup: false, env: { ...inherited } });
  const { code } = await program.ended;
  const figure = Number(program.output().trim());
  if (code !== 0 || !Number.isFinite(figure)) throw new Error(`${name} failed:\n${program.output()}`);
  return figure;
}
