import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createRandom } from '@sandpiper/testkit/random';
import type { Cluster } from '../cluster/cluster.ts';
import { startAgent } from './agent.ts';
import type { Device } from './agent.ts';
import { startBrowser } from './browser.ts';
import type { Browser } from './browser.ts';
import { CallLog } from './call-log.ts';
import { Ledger } from './ledger.ts';
import { addressOf, makeOwner } from './owners.ts';
import type { Owner } from './owners.ts';

export type LoadSize = {
  agents: number;
  browsers: number;
  /** How many people are on each owner's list. */
  people: number;
  /** The time over which the devices come online, in milliseconds. */
  arrivalMs: number;
};

export type Load = {
  log: CallLog;
  ledger: Ledger;
  owners: readonly Owner[];
  browsers: readonly Browser[];
  devices: readonly Device[];
};

const devicesOfOwner = 10;
const ownersAtOnce = 4;

/** Runs `work` while agents send messages and browsers receive live events. */
export async function underLoad<T>(cluster: Cluster, size: LoadSize, work: (load: Load) => Promise<T>): Promise<T> {
  const log = new CallLog();
  const ledger = new Ledger();
  const count = Math.ceil(Math.max(size.agents, size.browsers) / devicesOfOwner);
  const owners = await pLimit(ownersAtOnce).map([...Array(count).keys()], (number) => {
    const left = (all: number) => Math.max(0, Math.min(devicesOfOwner, all - number * devicesOfOwner));
    const devices = { computers: left(size.agents), browsers: left(size.browsers) };
    return makeOwner(cluster, log, { number, people: size.people, ...devices });
  });
  const browsers: Browser[] = [];
  const agents: Device[] = [];
  const load = { log, ledger, owners, browsers, devices: agents };
  try {
    await arrive(cluster.url, load, size);
    return await work({ ...load, devices: [...agents, ...browsers] });
  } finally {
    await Promise.all([...agents, ...browsers].map((device) => device.stop()));
  }
}

type Arriving = { log: CallLog; ledger: Ledger; owners: readonly Owner[]; browsers: Browser[]; devices: Device[] };

async function arrive(url: string, { log, ledger, owners, browsers, devices }: Arriving, size: LoadSize) {
  const pauseMs = size.arrivalMs / (size.agents + size.browsers);
  for (const [number, owner] of owners.entries()) {
    for (const [index, computer] of owner.computers.entries()) {
      devices.push(startAgent({ url, log, ledger, address: addressOf(number, index + 1), ...computer }));
      await sleep(pauseMs);
    }
    for (const [index, token] of owner.sessions.entries()) {
      const random = createRandom(`browser ${number} ${index}`);
      const address = addressOf(number, index + 100);
      browsers.push(startBrowser({ url, owner, token, log, random, address }));
      await sleep(pauseMs);
    }
  }
}
