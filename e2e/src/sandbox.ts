/** A message that the imitation Instagram really delivered. */
export type Delivered = { from: string; to: string; text: string; at: string };

type HistoryMessage = { account: string; from: 'me' | 'them'; text: string };

type World = {
  accounts: { username: string; password: string; unread?: number; states?: string[] }[];
  people: (string | { username: string; states?: string[]; messages?: HistoryMessage[] })[];
  time_scale?: number;
};

export type Sandbox = {
  url: string;
  reset: (world: World) => Promise<void>;
  faults: (change: object) => Promise<void>;
  deliveries: () => Promise<Delivered[]>;
  /** How often a fault of a moment has struck. */
  strikesOf: (fault: string) => Promise<number>;
  /** How many messages an account has tried to send. */
  sendsOf: (account: string) => Promise<number>;
};

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function isDelivered(value: unknown): value is Delivered {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value && 'text' in value;
}

function hasAccounts(value: unknown): value is { accounts: { username: string; sends: number }[] } {
  return typeof value === 'object' && value !== null && 'accounts' in value && Array.isArray(value.accounts);
}

function hasHits(value: unknown): value is { hits: Record<string, number> } {
  return typeof value === 'object' && value !== null && 'hits' in value && typeof value.hits === 'object';
}

/** The side door of the imitation Instagram. */
export function sandboxAt(url: string): Sandbox {
  return {
    url,
    reset: async (world) => void (await ask(`${url}/__sandbox/reset`, 'POST', world)),
    faults: async (change) => void (await ask(`${url}/__sandbox/faults`, 'POST', change)),
    deliveries: async () => {
      const all = await ask(`${url}/__sandbox/deliveries`, 'GET');
      if (!Array.isArray(all) || !all.every(isDelivered)) throw new Error('The deliveries have another shape.');
      return all;
    },
    strikesOf: async (fault) => {
      const board = await ask(`${url}/__sandbox/faults`, 'GET');
      return hasHits(board) ? (board.hits[fault] ?? 0) : 0;
    },
    sendsOf: async (account) => {
      const state = await ask(`${url}/__sandbox/state`, 'GET');
      const found = hasAccounts(state) ? state.accounts.find(({ username }) => username === account) : undefined;
      if (found === undefined) throw new Error(`The imitation Instagram knows no account ${account}.`);
      return found.sends;
    },
  };
}
