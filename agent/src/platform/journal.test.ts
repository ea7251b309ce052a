import assert from 'node:assert/strict';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { mostDelivered } from './journal.state.ts';
import { JournalError, openJournal, type Journal } from './journal.ts';

async function withJournal(work: (file: string, open: () => Promise<Journal>) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder.path, 'data', 'journal.jsonl');
    await work(file, () => openJournal(file));
  } finally {
    await folder.remove();
  }
}

const at = '2026-11-21T12:00:00.000Z';
const sent = {
  outcome: 'sent',
  reason: null,
  detail: null,
  is_retryable: false,
  sent_at: at,
  mark: null,
  stops: null,
  profile: null,
} as const;

test('an intent without a result is unresolved after a restart', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.intend({ delivery: 7, fence: 2, at, tail: ['a', 'b'], account: null });
    const second = await open();
    assert.deepEqual(second.unresolved(), [
      { kind: 'intent', delivery: 7, fence: 2, at, tail: ['a', 'b'], account: null },
    ]);
    await first.close();
    await second.close();
  }));

test('a result is kept until it is acknowledged, and then forgotten with its intent', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.intend({ delivery: 7, fence: 2, at, tail: [], account: null });
    await first.conclude({ delivery: 7, fence: 2, ...sent });
    await first.close();
    const second = await open();
    assert.deepEqual(second.unresolved(), []);
    assert.equal(second.unreported()[0]?.delivery, 7);
    await second.acknowledge(7, 2);
    await second.close();
    const third = await open();
    assert.deepEqual(third.unreported(), []);
    assert.equal(third.intentOf(7), null);
    await third.close();
  }));

test('what was there before an uncertain send is remembered until the send is certain', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.intend({ delivery: 7, fence: 2, at, tail: ['a'], account: null });
    await first.conclude({ delivery: 7, fence: 2, ...sent, outcome: 'unknown', sent_at: null });
    await first.acknowledge(7, 2);
    await first.close();
    const second = await open();
    assert.deepEqual(second.intentOf(7)?.tail, ['a']);
    assert.deepEqual([second.unresolved(), second.unreported()], [[], []]);
    await second.conclude({ delivery: 7, fence: 3, ...sent });
    assert.equal(second.intentOf(7), null);
    await second.close();
  }));

test('a claim is untouched, also after restarts, until an intent or a result says otherwise', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.take(7, 2);
    await first.take(8, 1);
    await first.take(9, 1);
    await first.intend({ delivery: 8, fence: 1, at, tail: [], account: null });
    await first.conclude({ delivery: 9, fence: 1, ...sent, outcome: 'released' });
    await first.close();
    await (await open()).close();
    const journal = await open();
    assert.deepEqual(
      [
        [7, 2],
        [7, 1],
        [7, 3],
        [8, 1],
        [9, 1],
      ].map(([id = 0, fence = 0]) => journal.wasUntouched(id, fence)),
      [true, false, false, false, true],
    );
    await journal.intend({ delivery: 7, fence: 3, at, tail: [], account: null });
    await journal.take(7, 4);
    assert.equal(journal.wasUntouched(7, 4), false, 'an earlier intent is open');
    await journal.close();
  }));

test('a claim that is given back changes nothing about an earlier one whose outcome is open', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.intend({ delivery: 7, fence: 2, at, tail: ['a'], account: null });
    await first.conclude({ delivery: 7, fence: 2, ...sent, outcome: 'unknown', sent_at: null });
    await first.acknowledge(7, 2);
    await first.conclude({ delivery: 7, fence: 3, ...sent, outcome: 'released', sent_at: null });
    await first.close();
    const second = await open();
    assert.deepEqual(second.intentOf(7)?.tail, ['a']);
    await second.acknowledge(7, 3);
    await second.close();
    const third = await open();
    assert.deepEqual([third.intentOf(7)?.tail, third.unresolved()], [['a'], []]);
    await third.intend({ delivery: 7, fence: 4, at, tail: ['b'], account: null });
    await third.conclude({ delivery: 7, fence: 4, ...sent, outcome: 'released', sent_at: null });
    assert.equal(third.intentOf(7), null, 'given back between the note and Enter');
    await third.close();
  }));

test('an acknowledgement of an older claim does not forget the newer result', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    await journal.conclude({ delivery: 7, fence: 3, ...sent });
    await journal.acknowledge(7, 2);
    assert.equal(journal.unreported().length, 1);
    await journal.close();
  }));

test('a line cut short by a crash does no harm', () =>
  withJournal(async (file, open) => {
    const first = await open();
    await first.intend({ delivery: 7, fence: 2, at, tail: [], account: null });
    await first.close();
    await appendFile(file, '{"kind":"result","delivery":7,"fen');
    const second = await open();
    assert.equal(second.unresolved().length, 1);
    await second.close();
  }));

test('a line cut short while the agent runs, as by a full disk, hides nothing that is written after it', () =>
  withJournal(async (file, open) => {
    const first = await open();
    await first.take(7, 2);
    await appendFile(file, '\n{"kind":"taken","delivery":8,"fen');
    await first.intend({ delivery: 7, fence: 2, at, tail: [], account: null });
    await first.close();
    const second = await open();
    assert.equal(second.unresolved().length, 1);
    assert.equal(second.wasUntouched(7, 2), false);
    await second.close();
  }));

test('what was delivered is remembered after the server acknowledged it, the newest messages longest', () =>
  withJournal(async (file, open) => {
    const first = await open();
    await first.conclude({ delivery: 7, fence: 2, ...sent, mark: 'alice' });
    await first.acknowledge(7, 2);
    await first.conclude({ delivery: 8, fence: 1, ...sent, outcome: 'failed', mark: 'bob' });
    await first.close();
    await (await open()).close();
    const second = await open();
    assert.deepEqual(['alice', 'bob'].map(second.deliveredAt), [at, null]);
    await second.close();
    const others = Array.from({ length: mostDelivered }, (_, index) => ({ mark: `other ${index}`, sent_at: at }));
    const lines = others.map((other) => JSON.stringify({ kind: 'delivered', ...other }));
    await appendFile(file, lines.join('\n'));
    const third = await open();
    assert.deepEqual(['alice', 'other 0'].map(third.deliveredAt), [null, at]);
    await third.close();
  }));

test('only the user can read it, and a restart makes it short again', () =>
  withJournal(async (file, open) => {
    const first = await open();
    for (let id = 1; id <= 50; id += 1) {
      await first.conclude({ delivery: id, fence: 1, ...sent });
      await first.acknowledge(id, 1);
    }
    await first.close();
    const second = await open();
    assert.equal(await readFile(file, 'utf8'), '');
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
    await second.close();
  }));

test('what cannot be written is an error that says what follows from it, and is not taken for written', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    await journal.close();
    await assert.rejects(
      journal.take(7, 1),
      (error) => error instanceof JournalError && /sends nothing/u.test(error.message),
    );
    assert.equal(journal.wasUntouched(7, 1), false);
  }));
