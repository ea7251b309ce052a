import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const program = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));
const deliverySchema = z.object({ from: z.string(), to: z.string(), text: z.string(), at: z.string() });
const stateSchema = z.object({
  sign_ins: z.number(),
  accounts: z.array(
    z.object({
      username: z.string(),
      prompts: z.object({ raised: z.number(), accepted: z.number(), dismissed: z.number() }),
      prioritised: z.array(z.string()),
      unread: z.number(),
    }),
  ),
});
export type SandboxDelivery = z.infer<typeof deliverySchema>;

/** The imitation Instagram in its own process, with its control calls. */
export type Sandbox = {
  url: string;
  reset: (world: object) => Promise<void>;
  faults: (change: object) => Promise<void>;
  changeAccount: (username: string, change: object) => Promise<void>;
  /** Signs in without the form; returns the session id. */
  startSession: (account: string) => Promise<string>;
  deliveries: () => Promise<SandboxDelivery[]>;
  state: () => Promise<z.infer<typeof stateSchema>>;
  close: () => Promise<void>;
};

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  if (child.stdout === null) throw new Error('The sandbox has no output');
  for await (const piece of child.stdout) {
    output += String(piece);
    const address = /http:\/\/127\.0\.0\.1:\d+/u.exec(output)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`The sandbox ended: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

export async function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await addressOf(child);
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/__sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    reset: async (world) => void (await ask('POST', '/reset', world)),
    faults: async (change) => void (await ask('POST', '/faults', change)),
    changeAccount: async (username, change) => void (await ask('PATCH', `/accounts/${username}`, change)),
    startSession: async (account) =>
      z.object({ sessionid: z.string() }).parse(await ask('POST', '/sessions', { account })).sessionid,
    deliveries: async () => z.array(deliverySchema).parse(await ask('GET', '/deliveries')),
    state: async () => stateSchema.parse(await ask('GET', '/state')),
    close: () => end(child),
  };
}
