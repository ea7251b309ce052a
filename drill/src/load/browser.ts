import { ApiError, createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import type { Random } from '@sandpiper/testkit/random';
import type { Device } from './agent.ts';
import type { CallLog } from './call-log.ts';
import { openLiveSocket } from './live-socket.ts';
import type { Owner } from './owners.ts';
import { Waiting } from './waiting.ts';

/** The shortest and longest time that someone spends on a page, in milliseconds. */
const looksAtLeastMs = 8000;
const looksAtMostMs = 20_000;

export type Browser = Device & {
  /** Returns how many live events the browser has received. */
  events: () => number;
};

type Options = { url: string; owner: Owner; token: string; address: string; log: CallLog; random: Random };

type Page = (call: Client, owner: Owner) => Promise<unknown>;

/** The calls that the web app makes when the user opens a page. The last entry saves a template instead. */
const pages: readonly Page[] = [
  (call) => Promise.all([call('GET /api/campaigns/dashboard-stats'), call('GET /api/campaigns')]),
  (call, { campaignId }) =>
    Promise.all([
      call('GET /api/campaigns/:id', { params: { id: campaignId } }),
      call('GET /api/campaigns/:id/profile-performance', { params: { id: campaignId } }),
    ]),
  (call) => call('GET /api/profiles', { query: { page: 1, limit: 10 } }),
  (call, { listId }) =>
    Promise.all([call('GET /api/lists'), call('GET /api/lists/:id/recipients', { params: { id: listId } })]),
  (call) => call('GET /api/people'),
  (call) => Promise.all([call('GET /api/notices'), call('GET /api/settings')]),
  (call, { templateId: id }) =>
    call('PUT /api/templates/:id', { params: { id }, body: { name: 'Hello', content: 'Hi {username}' } }),
];

/** Simulates an open tab of the web app: its live connection, and the calls in `pages`, one random entry at a time. */
export function startBrowser({ url, owner, token, address, log, random }: Options): Browser {
  const call = createClient({ baseUrl: url, getToken: () => token, fetch: log.fetchFrom(address) });
  const socket = openLiveSocket(url, { token }, address);
  const waiting = new Waiting();
  let events = 0;
  socket.on('connect', () => socket.emit('join_user_room', owner.id));
  socket.onAny(() => (events += 1));
  const live = async () => {
    while (!waiting.isOver) {
      await waiting.for(random.between(looksAtLeastMs, looksAtMostMs));
      if (waiting.isOver) return;
      await random
        .pick(pages)(call, owner)
        .catch((error: unknown) => {
          // The call log has already recorded this error, and has decided whether it is a fault.
          if (!(error instanceof ApiError)) throw error;
        });
    }
  };
  const ended = live();
  return {
    events: () => events,
    isConnected: () => socket.connected,
    stop: async () => {
      waiting.finish();
      socket.disconnect();
      await ended;
    },
  };
}
