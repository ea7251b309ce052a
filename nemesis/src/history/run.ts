import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkEnd } from '../checks/at.end.ts';
import { emptyJournal } from '../computers/journal.copies.ts';
import type { Computer } from '../computers/computer.ts';
import { createPauses } from '../computers/pauses.ts';
import { fastFolder } from '../config.ts';
import { openSnapshots } from '../database/snapshots.ts';
import { openStore } from '../database/store.ts';
import type { StoreKind } from '../database/store.ts';
import { createRandom } from '@sandpiper/testkit/random';
import { openServers, restart } from '../servers/server.ts';
import { seedChance } from '../time/globals.ts';
import { resetTime } from '../time/virtual-time.ts';
import { createWorld } from '../world/world.ts';
import { apply } from './apply.ts';
import { textOf } from './events.ts';
import type { HistoryEvent } from './events.ts';
import { noExpectations } from './expectations.ts';
import { say } from './history.ts';
import type { Ground, History } from './history.ts';
import { beginSaves, endSaves, savePointOf, savePointsFor } from './losses.ts';
import { thawServers } from './network.ts';
import { kill } from './processes.ts';
import { ownerOf, setScene } from './scene.ts';
import { noScene } from './scene.types.ts';
import { settle } from './settling.ts';
import { complete } from './steps.ts';

export type Outcome = Pick<History, 'violations' | 'lines' | 'struck'> & { sends: number };

/** Opens the resources that successive histories share. `changes` are SQL statements that plant a mistake in the database. */
export async function openGround(
  kind: StoreKind,
  changes: readonly string[] = [],
): Promise<Ground & { close: () => Promise<void> }> {
  const store = await openStore(kind, changes);
  const servers = await openServers(store);
  const snapshots = await openSnapshots(store);
  const close = async (): Promise<void> => {
    await servers.close();
    await store.close();
  };
  return { store, servers, snapshots, blank: await snapshots.take(), close };
}

function computerIn(folder: string, number: number): Computer {
  return {
    number,
    folder: join(folder, `computer-${number}`),
    token: null,
    clockOffsetMs: 0,
    clockSteppedAt: -1,
    journal: emptyJournal(),
    run: null,
    frozenFor: 0,
    syncedAt: 0,
    work: [],
    inUse: new Set(),
  };
}

function historyOn(ground: Ground, seed: string, folder: string): History {
  return {
    ...ground,
    seed,
    random: createRandom(`${seed} chance`),
    world: createWorld(seed),
    pauses: createPauses(),
    computers: [0, 1].map((number) => computerIn(folder, number)),
    scene: noScene,
    expectations: noExpectations(),
    late: [],
    frozenServers: new Set(),
    unfinished: [],
    savePoints: new Map(),
    synced: null,
    lostCommitsAt: null,
    order: 0,
    clockSetTo: -1,
    struck: new Map(),
    violations: [],
    lines: [],
    closing: [],
    ended: new Set(),
  };
}

/** Creates the scene. Lets both computers report which Firefox profiles they have, then starts two campaigns. */
async function open(history: History): Promise<void> {
  await setScene(history);
  for (let times = 0; times < 2; times += 1) {
    for (const computer of history.computers) await complete(history, computer, 'sync');
  }
  for (const { id } of history.scene.campaigns.slice(0, 2)) {
    await ownerOf(history, 0)('POST /api/campaigns/:id/start', { params: { id }, body: {} });
  }
}

async function live(history: History, events: readonly HistoryEvent[]): Promise<void> {
  const saves = savePointsFor(events);
  const hasPowerCut = events.some(({ kind }) => kind === 'power_cut');
  history.servers.onSync(async () => {
    if (hasPowerCut) history.synced = await savePointOf(history);
  });
  for (const [index, event] of events.entries()) {
    const moments = saves.filter((moment) => moment.index === index);
    await beginSaves(history, moments);
    say(history, `${String(index).padStart(3)} ${textOf(event)}`);
    await apply(history, event, index);
    await endSaves(history, moments);
    if (history.violations.length > 0) return;
  }
  say(history, 'the faults are over');
  await settle(history);
  if (history.violations.length === 0) await checkEnd(history);
}

export async function runHistory(ground: Ground, seed: string, events: readonly HistoryEvent[]): Promise<Outcome> {
  const folder = await mkdtemp(join(fastFolder, 'sandpiper-nemesis-'));
  resetTime();
  seedChance(`${seed} code`);
  await ground.snapshots.restore(ground.blank);
  for (const server of ground.servers.all) restart(server);
  const history = historyOn(ground, seed, folder);
  try {
    await open(history);
    await live(history, events);
  } finally {
    await thawServers(history, 'gone');
    for (const computer of history.computers) kill(history, computer);
    await Promise.all(history.closing);
    await rm(folder, { recursive: true, force: true });
  }
  const { violations, lines, struck, world } = history;
  return { violations, lines, struck, sends: world.sends.length };
}
