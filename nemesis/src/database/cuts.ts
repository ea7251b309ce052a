import type { OpenDatabase } from '../../../server/src/platform/database/database.ts';
import { currentFrame, inFrame } from '../time/frame.ts';
import type { ServerCall } from '../time/frame.ts';

/*
 * Faults between a server and its database. They cut the connection before or after a commit, or delay the commit as if the
 * server's process had frozen at that moment.
 */

type Pool = OpenDatabase['pool'];

/** A frozen process's open transaction. */
export type FrozenCommit = {
  server: number;
  /** Lets the process continue (`continue`), or ends it (`gone`). */
  thaw: (end: 'continue' | 'gone') => void;
  /** Makes the database end the transaction, as it does when a process is silent for too long. */
  timeOut: () => Promise<void>;
};

const frozen = new Set<FrozenCommit>();

export function frozenCommits(): readonly FrozenCommit[] {
  return [...frozen];
}

function connectionLost(): Error {
  return new Error('Connection terminated unexpectedly');
}

export type Query = (text: string, values?: unknown[]) => Promise<unknown>;
type Client = { query: (question: string | { name: string; text: string; values: unknown[] }) => Promise<unknown> };

const names = new Map<string, string>();
const control = /^(?:begin|commit|rollback|savepoint|release|set)\b/iu;

/** Runs a statement. Uses prepared statements, because histories run the same few hundred statements thousands of times. */
function ask(client: Client, text: string, values: unknown[] = []): Promise<unknown> {
  if (control.test(text)) return client.query(text);
  const name = names.get(text) ?? `n${names.size}`;
  names.set(text, name);
  return client.query({ name, text, values });
}

type Listener = (ask: Query) => Promise<void>;

let committed: Listener = () => Promise.resolve();

/** Sets the listener that is called after each commit by a server, with the connection that the commit used. */
export function onCommit(listener: Listener): void {
  committed = listener;
}

async function commit(query: Query): Promise<unknown> {
  const stored = await query('commit');
  await committed(query);
  return stored;
}

async function commitFrozen(query: Query, call: ServerCall): Promise<unknown> {
  const { promise: thawed, resolve } = Promise.withResolvers<'continue' | 'gone'>();
  const state = { hasTimedOut: false };
  const open: FrozenCommit = {
    server: call.server,
    thaw: (end) => {
      frozen.delete(open);
      resolve(end);
    },
    timeOut: async () => {
      state.hasTimedOut = true;
      frozen.delete(open);
      await query('rollback');
      resolve('continue');
    },
  };
  frozen.add(open);
  const end = await thawed;
  if (state.hasTimedOut) throw connectionLost();
  if (end === 'continue') return commit(query);
  call.isDead = true;
  await query('rollback');
  throw connectionLost();
}

async function commitAs(query: Query, call: ServerCall): Promise<unknown> {
  const { atCommit } = call;
  if (atCommit !== 'store' && call.commitsBefore > 0) {
    call.commitsBefore -= 1;
    return commit(query);
  }
  call.atCommit = 'store';
  if (atCommit === 'store') return commit(query);
  if (atCommit === 'freeze') return commitFrozen(query, call);
  await (atCommit === 'cut_before' ? query('rollback') : commit(query));
  call.isDead = true;
  throw connectionLost();
}

function withCommitFaults(query: Query): Query {
  return (text, values) => {
    const frame = currentFrame();
    if (frame?.side !== 'server') return query(text, values);
    if (text === 'commit') return commitAs(query, frame.call);
    if (frame.call.isDead && text !== 'rollback') return Promise.reject(connectionLost());
    return query(text, values);
  };
}

/** Applies the faults to the connections that a server's calls and sweeps take from the pool. */
export function addCuts(pool: Pool): void {
  const wrapped = new WeakMap<Client, Client>();
  const wrap = (client: Client): Client => {
    const known = wrapped.get(client);
    if (known !== undefined) return known;
    // Run the query outside the server's frame, because the driver and the embedded database need the real clock and timers.
    const query = withCommitFaults((text, values) => inFrame(undefined, () => ask(client, text, values)));
    const proxy = new Proxy(client, {
      get: (target, key): unknown => {
        if (key === 'query') return query;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    wrapped.set(client, proxy);
    return proxy;
  };
  const connect = pool.connect.bind(pool);
  Reflect.set(pool, 'connect', (...values: unknown[]): unknown => {
    if (values.length === 0) return connect().then(wrap);
    // This is the callback form of `connect`, which the pool uses internally.
    const asked: unknown = Reflect.apply(connect, pool, values);
    return asked;
  });
}
