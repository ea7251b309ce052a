import { z } from 'zod';
import {
  delivery,
  worldState,
  type AccountChangeInput,
  type Delivery,
  type FaultName,
  type FaultRuleInput,
  type FaultsInput,
  type IncomingInput,
  type Language,
  type ResetInput,
  type WorldState,
} from '../../sandbox/src/control.schema.ts';

export type { Delivery, FaultName, FaultRuleInput, FaultsInput, Language, ResetInput, WorldState };
/** An object that describes a person for `reset`. Instead of such an object, `reset` also accepts a username. */
export type PersonInput = Exclude<NonNullable<ResetInput['people']>[number], string>;

/** A client for the control API of a running sandbox. */
export type SandboxControl = {
  url: string;
  reset: (world: ResetInput) => Promise<void>;
  faults: (change: FaultsInput) => Promise<void>;
  changeAccount: (username: string, change: AccountChangeInput) => Promise<void>;
  /** Makes a person send a message to an account. */
  receive: (message: IncomingInput) => Promise<void>;
  /** Creates a session without the sign-in form. Returns the session's ID. */
  startSession: (account: string) => Promise<string>;
  /** Returns the messages that were really delivered. */
  deliveries: () => Promise<Delivery[]>;
  state: () => Promise<WorldState>;
  /** Returns how many times a fault with the scope `attempt` has occurred since all faults were last cleared. */
  strikesOf: (fault: FaultName) => Promise<number>;
  /** Returns how many messages an account has tried to send. */
  sendsOf: (account: string) => Promise<number>;
};

const sessionSchema = z.object({ sessionid: z.string() });
const faultBoardSchema = z.object({ hits: z.record(z.string(), z.number()) });

type Method = 'GET' | 'POST' | 'PATCH';

export function sandboxAt(url: string): SandboxControl {
  async function ask(method: Method, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/__sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  const state = async () => worldState.parse(await ask('GET', '/state'));

  return {
    url,
    reset: async (world) => void (await ask('POST', '/reset', world)),
    faults: async (change) => void (await ask('POST', '/faults', change)),
    changeAccount: async (username, change) => void (await ask('PATCH', `/accounts/${username}`, change)),
    receive: async (message) => void (await ask('POST', '/incoming', message)),
    startSession: async (account) => sessionSchema.parse(await ask('POST', '/sessions', { account })).sessionid,
    deliveries: async () => delivery.array().parse(await ask('GET', '/deliveries')),
    state,
    strikesOf: async (fault) => faultBoardSchema.parse(await ask('GET', '/faults')).hits[fault] ?? 0,
    sendsOf: async (username) => {
      const account = (await state()).accounts.find((one) => one.username === username);
      if (account === undefined) throw new Error(`The sandbox has no account ${username}.`);
      return account.sends;
    },
  };
}
