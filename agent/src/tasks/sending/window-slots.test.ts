import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { buildAgent, type FakeAgent } from '../../testing/fake-agent.ts';
import type { FakeServer } from '../../testing/fake-server.state.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { closeIdle, reserveSlot } from './window-slots.ts';

describe('window slots', () => {
  let server: FakeServer;
  let agent: FakeAgent;
  beforeEach(async () => {
    server = await startFakeServer();
    agent = await buildAgent(server);
    agent.timing = { ...agent.timing, cooldownMs: 1000, idleWindowMs: 60_000 };
  });
  afterEach(async () => {
    await server.close();
    await agent.journal.close();
    await agent.cleanUp();
  });

  const open = async (id: number, given: { isForUser?: boolean; isBusy?: boolean; idleMs?: number } = {}) => {
    const { isForUser = false, isBusy = false, idleMs = 0 } = given;
    const account = { profile_id: id, profile_name: `Account ${id}`, profile_path: `/p/${id}` };
    const window = await agent.windows.open(account, { campaignId: isForUser ? null : 1, isForUser });
    return Object.assign(window, { isBusy, usedAt: performance.now() - idleMs });
  };
  const left = (): number[] => agent.windows.list().map((window) => window.profileId);
  const close = (wanted: number[]): Promise<void> => closeIdle(agent, new Set(wanted));
  /** Reserves a slot and releases it immediately. Returns whether a slot was free. */
  const hasRoom = async (id: number): Promise<boolean> => {
    const leave = await reserveSlot(agent, id);
    leave?.();
    return leave !== null;
  };

  test('a window that nobody needs is closed soon, and a window that is still needed is closed only after a long time', async () => {
    await open(1, { idleMs: 5000 });
    await open(2, { idleMs: 5000 });
    await open(3, { idleMs: 70_000 });
    await close([2, 3]);
    assert.deepEqual(left(), [2]);
  });

  test('windows that are in use, were opened for the user or have a reserved slot stay open', async () => {
    await open(1, { idleMs: 70_000, isBusy: true });
    await open(2, { idleMs: 70_000, isForUser: true });
    await open(3, { idleMs: 70_000 });
    const leave = await reserveSlot(agent, 3);
    await close([]);
    assert.deepEqual(left(), [1, 2, 3]);
    leave?.();
    await close([]);
    assert.deepEqual(left(), [1, 2]);
  });

  test('a window where the owner has to respond stays open for a while', async () => {
    (await open(1, { idleMs: 5000 })).isWaitingForUser = true;
    await close([]);
    assert.deepEqual(left(), [1]);
    (await open(1)).usedAt -= 70_000;
    await close([]);
    assert.deepEqual(left(), []);
  });

  test('the window that has been idle longest is closed to free a slot, and a busy window never is', async () => {
    await open(1, { idleMs: 10 });
    await open(2, { idleMs: 500 });
    assert.equal(await hasRoom(2), true);
    assert.deepEqual(left(), [1, 2]);
    assert.equal(await hasRoom(3), true);
    assert.deepEqual(left(), [1]);
    await open(1, { isBusy: true });
    await open(2, { isBusy: true });
    assert.equal(await hasRoom(3), false);
  });

  test('a window where the owner has to respond is closed last', async () => {
    (await open(1, { idleMs: 5000 })).isWaitingForUser = true;
    await open(2, { idleMs: 10 });
    assert.equal(await hasRoom(3), true);
    assert.deepEqual(left(), [1]);
    await open(2, { isBusy: true });
    assert.equal(await hasRoom(3), true);
    assert.deepEqual(left(), [2]);
  });

  test('the user’s windows take slots, but never the last one', async () => {
    for (const id of [7, 8, 9]) await open(id, { isForUser: true });
    assert.equal(await hasRoom(1), true);
    await open(1, { isBusy: true });
    assert.equal(await hasRoom(2), false);
    assert.equal(await hasRoom(9), true, 'a window that is already open needs no slot');
  });

  test('reserved slots without a window are counted too', async () => {
    await open(1, { idleMs: 500 });
    await open(2, { idleMs: 10 });
    const places = [await reserveSlot(agent, 3), await reserveSlot(agent, 4)];
    assert.deepEqual(left(), [], 'both idle windows were closed');
    assert.ok(places.every((leave) => leave !== null));
    assert.equal(await reserveSlot(agent, 5), null);
    places[0]?.();
    assert.equal(await hasRoom(5), true);
  });

  test('a window with a reserved slot is not closed to free a slot', async () => {
    await open(1, { idleMs: 500 });
    await open(2, { isBusy: true });
    const leave = await reserveSlot(agent, 1);
    assert.equal(await reserveSlot(agent, 3), null);
    leave?.();
    assert.equal(await hasRoom(3), true);
    assert.deepEqual(left(), [2]);
  });
});
