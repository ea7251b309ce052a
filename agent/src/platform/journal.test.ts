import assert from 'node:assert/strict';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { journalFile } from './journal.file.ts';
import { maxRemembered, type JournalResult } from './journal.state.ts';
import { JournalError, linesPerCompaction, openJournal, type Journal } from './journal.ts';

function withJournal(work: (file: string, open: () => Promise<Journal>) => Promise<void>): Promise<void> {
  return inTemporaryFolder((folder) => {
    const file = join(folder, 'data', 'journal.jsonl');
    return work(file, () => openJournal(journalFile(file)));
  });
}

const at = '2026-11-21T12:00:00.000Z';

function claim(name: string, mark = name) {
  return { mark, delivery: 7, claim_id: `claim of ${name}`, profile: 1 };
}
function note(name: string, mark = name) {
  return { ...claim(name, mark), at, tail: [`before ${name}`], account: null };
}
function result(
  name: string,
  outcome: JournalResult['outcome'],
  given: Partial<JournalResult> = {},
): Omit<JournalResult, 'kind'> {
  const sent_at = outcome === 'sent' ? at : null;
  return { ...claim(name), outcome, reason: null, detail: null, sent_at, message_id: null, stop: null, ...given };
}

test('a note without a result is still open after a restart', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    assert.equal(await first.note(note('alice')), true);
    const second = await open();
    assert.deepEqual(second.openNotes(), [{ ...note('alice'), kind: 'note', end: 'open' }]);
    await first.close();
    await second.close();
  }));

test('a result that settles the outcome removes its note, and is kept until it is acknowledged', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.note(note('alice'));
    const stop = { reason: 'rate_limited', detail: 'Slow down' } as const;
    await first.recordResult(result('alice', 'failed', { reason: 'not_sent', stop }));
    await first.close();
    const second = await open();
    assert.deepEqual(second.openNotes(), []);
    assert.deepEqual(second.unreported()[0]?.stop, stop);
    await second.acknowledge(result('alice', 'failed'));
    await second.close();
    const third = await open();
    assert.deepEqual([third.unreported(), third.noteOf('alice')], [[], null]);
    await third.close();
  }));

test('an account’s stop reason is kept until the server knows about it', () =>
  withJournal(async (_file, open) => {
    const stop = { reason: 'challenge', detail: null } as const;
    const first = await open();
    await first.recordStop(1, stop);
    await first.recordStop(2, stop);
    await first.close();
    const second = await open();
    await second.acknowledgeStop(2, stop);
    await second.close();
    const third = await open();
    assert.deepEqual([...third.unreportedStops()], [[1, stop]]);
    await third.close();
  }));

test('the messages that precede an uncertain send are remembered until the outcome is certain, even if another claim reports first', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.note(note('alice'));
    await first.recordResult(result('alice', 'unknown'));
    await first.acknowledge(result('alice', 'unknown'));
    await first.recordResult(result('later', 'released', { mark: 'alice' }));
    await first.close();
    const second = await open();
    assert.deepEqual([second.noteOf('alice')?.tail, second.openNotes()], [['before alice'], []]);
    assert.equal(await second.note(note('again', 'alice')), false, 'the message may have been sent');
    await second.recordResult(result('again', 'failed', { mark: 'alice', reason: 'not_sent' }));
    assert.equal(second.noteOf('alice'), null);
    assert.equal(await second.note(note('again', 'alice')), true);
    await second.close();
  }));

test('if a claim ends before Enter is pressed, its note records that, and another claim can send the message', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    await first.note(note('alice'));
    await first.recordResult(result('alice', 'released', { reason: 'server_unreachable' }));
    await first.acknowledge(result('alice', 'released'));
    await first.close();
    const second = await open();
    assert.deepEqual([second.noteOf('alice')?.end, second.openNotes()], ['unpressed', []]);
    assert.equal(await second.note(note('other', 'alice')), true);
    assert.equal(second.noteOf('alice')?.claim_id, 'claim of other');
    await second.close();
  }));

test('only one of two claims for the same message can write a note about it', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    const free = await Promise.all([journal.note(note('one', 'alice')), journal.note(note('other', 'alice'))]);
    assert.deepEqual(free, [true, false]);
    await journal.recordResult(result('other', 'unknown', { mark: 'alice' }));
    assert.equal(journal.noteOf('alice')?.end, 'open', 'the other claim does not change the open note');
    assert.equal(
      await journal.note({ ...note('one', 'alice'), tail: ['newer'] }),
      true,
      'a claim can replace its own note',
    );
    await journal.recordResult(result('one', 'sent', { mark: 'alice' }));
    assert.equal(await journal.note(note('third', 'alice')), false, 'the message was sent');
    await journal.close();
  }));

test('an acknowledgment of an older report does not remove the newer result of the same claim', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    await journal.recordResult(result('alice', 'sent'));
    await journal.acknowledge(result('alice', 'unknown'));
    assert.equal(journal.unreported().length, 1);
    await journal.close();
  }));

test('a line cut short by a crash, or by a full disk while the agent runs, does not affect other lines', () =>
  withJournal(async (file, open) => {
    const first = await open();
    await first.note(note('alice'));
    await appendFile(file, '\n{"kind":"result","claim_id":"claim of al');
    await first.note(note('bob'));
    await first.close();
    const second = await open();
    assert.deepEqual(
      second.openNotes().map((each) => each.mark),
      ['alice', 'bob'],
    );
    await second.close();
  }));

test('sent messages are remembered after the server has acknowledged them, and the oldest are forgotten first', () =>
  withJournal(async (file, open) => {
    const first = await open();
    await first.recordResult(result('alice', 'sent'));
    await first.acknowledge(result('alice', 'sent'));
    await first.recordResult(result('bob', 'failed'));
    await first.close();
    await (await open()).close();
    const second = await open();
    assert.deepEqual(['alice', 'bob'].map(second.sentAt), [at, null]);
    await second.close();
    const others = Array.from({ length: maxRemembered }, (_, index) => ({ mark: `other ${index}`, sent_at: at }));
    await appendFile(file, others.map((other) => JSON.stringify({ kind: 'sent', ...other })).join('\n'));
    const third = await open();
    assert.deepEqual(['alice', 'other 0'].map(third.sentAt), [null, at]);
    await third.close();
  }));

test('only the user can read the journal, and the agent compacts it while running', () =>
  withJournal(async (file, open) => {
    const journal = await open();
    await journal.note(note('open one'));
    for (let id = 1; id <= linesPerCompaction / 2; id += 1) {
      await journal.recordResult(result(`${id}`, 'failed'));
      await journal.acknowledge(result(`${id}`, 'failed'));
    }
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    assert.equal(lines.length, 3, 'the journal has the open note, the last result and its acknowledgment');
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
    await journal.close();
    const again = await open();
    assert.equal(again.openNotes().length, 1);
    await again.close();
  }));

test('an account’s sign-ins are remembered, even after the journal has been compacted', () =>
  withJournal(async (_file, open) => {
    const first = await open();
    assert.deepEqual(first.signInsOf(1), { kind: 'sign_ins', profile: 1, typed_at: [], refused: null });
    const signIns = { ...first.signInsOf(1), typed_at: [at], refused: 'hash' };
    await first.recordSignIns({ ...signIns, typed_at: [] });
    await first.recordSignIns(signIns);
    await first.close();
    await (await open()).close();
    const third = await open();
    assert.deepEqual([third.signInsOf(1), third.signInsOf(2).typed_at], [signIns, []]);
    await third.close();
  }));

test('a journal from protocol 1 is read without errors, and none of it is reported', () =>
  withJournal(async (file, open) => {
    await (await open()).close();
    const old = [
      { kind: 'taken', delivery: 7, fence: 1 },
      { kind: 'intent', delivery: 8, fence: 1, at, tail: [], account: null },
      { kind: 'result', delivery: 9, fence: 1, outcome: 'sent', reason: null, detail: null, is_retryable: false },
      { kind: 'delivered', mark: 'old', sent_at: at },
    ];
    await appendFile(file, old.map((entry) => JSON.stringify(entry)).join('\n'));
    const journal = await open();
    assert.deepEqual([journal.openNotes(), journal.unreported(), await readFile(file, 'utf8')], [[], [], '']);
    await journal.close();
  }));

test('a failed write throws an error with its cause, and its entry is not treated as written', async () => {
  const storage = {
    read: () => Promise.resolve(''),
    replace: () => Promise.resolve(),
    append: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
    close: () => Promise.resolve(),
  };
  const journal = await openJournal(storage);
  await assert.rejects(
    journal.note(note('alice')),
    (error) => error instanceof JournalError && /no space left/u.test(error.message),
  );
  assert.equal(journal.noteOf('alice'), null);
});

test('a journal that cannot be compacted still accepts entries', async () => {
  let text = '';
  const storage = {
    read: () => Promise.resolve(''),
    replace: () => (text === '' ? Promise.resolve() : Promise.reject(new Error('ENOSPC'))),
    append: (piece: string) => Promise.resolve(void (text += piece)),
    close: () => Promise.resolve(),
  };
  const journal = await openJournal(storage);
  for (let id = 0; id <= linesPerCompaction; id += 1) await journal.acknowledge(result(`${id}`, 'failed'));
  assert.equal(await journal.note(note('alice')), true);
  assert.match(text, /"mark":"alice"/u);
});

test('a message sent by a campaign that allows repeats also counts as sent for campaigns that don’t', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    const repeated = { ...note('alice', 'again for alice'), general: 'alice' };
    assert.equal(await journal.note(repeated), true);
    await journal.recordResult({ ...result('alice', 'sent'), mark: 'again for alice', general: 'alice' });
    assert.equal(await journal.note({ ...note('alice'), claim_id: 'another claim' }), false);
    const next = { ...note('alice', 'a third time'), claim_id: 'a third claim', general: 'alice' };
    assert.equal(await journal.note(next), true, 'another campaign may repeat the message');
    await journal.close();
    const reopened = await open();
    assert.equal(reopened.sentAt('alice'), at);
    assert.equal(reopened.sentAt('a third time'), null);
    await reopened.close();
  }));

test('an attempt by a campaign that may repeat a message does not resolve an earlier, uncertain send', () =>
  withJournal(async (_file, open) => {
    const journal = await open();
    await journal.note(note('alice'));
    await journal.recordResult(result('alice', 'unknown'));
    await journal.note({ ...note('alice', 'again for alice'), claim_id: 'another claim', general: 'alice' });
    const unsent = {
      ...result('alice', 'failed'),
      claim_id: 'another claim',
      mark: 'again for alice',
      general: 'alice',
    };
    await journal.recordResult(unsent);
    assert.equal(journal.noteOf('alice')?.end, 'unknown');
    assert.equal(journal.noteOf('again for alice'), null);
    await journal.close();
  }));
