import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import { openJournal, type Journal } from './journal.ts';

/* Tests of notes about messages that, according to the user, were not sent. */

const at = '2026-11-21T12:00:00.000Z';

type Claim = { mark: string; general?: string; claim_id: string };
let text = '';
let journal: Journal;

/** Opens the journal again, as after a restart of the agent. */
async function reopen(): Promise<void> {
  journal = await openJournal({
    read: () => Promise.resolve(text),
    replace: (all) => Promise.resolve(void (text = all)),
    append: (line) => Promise.resolve(void (text += line)),
    close: () => Promise.resolve(),
  });
}

const note = (claim: Claim, unsent: string[] = []) =>
  journal.note({ ...claim, delivery: 7, profile: 1, at, tail: [], account: null, unsent });

function end(claim: Claim, outcome: DeliveryOutcome): Promise<void> {
  const unseen = { reason: null, detail: null, message_id: null, stop: null };
  return journal.recordResult({ ...claim, ...unseen, delivery: 7, profile: 1, outcome, sent_at: null });
}

const first = { mark: 'alice', claim_id: 'first' };
const second = { mark: 'alice', claim_id: 'second' };
const third = { mark: 'alice', claim_id: 'third' };
const repeating = { mark: 'again for alice', general: 'alice', claim_id: 'repeating' };

beforeEach(async () => {
  text = '';
  await reopen();
});

test('a note no longer keeps other claims from sending once the user has said that its own claim sent nothing', async () => {
  await note(first);
  await end(first, 'unknown');
  assert.equal(await note(second), false);
  assert.equal(await note(second, ['another claim']), false);
  assert.equal(await note(second, ['first']), true);
  await end(second, 'unknown');
  assert.equal(await note(third, ['first']), false, 'the second claim may have sent the message');
  await reopen();
  assert.equal(await note(third, ['first']), false);
});

test('an attempt in progress keeps other claims from sending, whatever the user says', async () => {
  await note(first);
  assert.equal(await note(second, ['first']), false);
});

test('a sent message is never sent again, whatever the user says', async () => {
  await note(first);
  await journal.recordResult({
    ...first,
    delivery: 7,
    profile: 1,
    outcome: 'sent',
    sent_at: at,
    reason: null,
    detail: null,
    message_id: null,
    stop: null,
  });
  assert.equal(await note(second, ['first']), false);
});

test('a late result of a claim whose note was replaced does not change the newer note', async () => {
  await note(first);
  await end(first, 'unknown');
  await note(second, ['first']);
  await end(second, 'unknown');
  await end(first, 'failed');
  assert.equal(await note(third, ['first']), false);
});

test('after a campaign has repeated the message, it can be sent again only if the user has said that neither claim sent it', async () => {
  await note(first);
  await end(first, 'unknown');
  await note(repeating);
  await end(repeating, 'unknown');
  await reopen();
  assert.equal(await note(second, ['first']), false, 'the repeating campaign may have sent the message');
  assert.equal(await note(second, ['repeating']), false);
  assert.equal(await note(second, ['first', 'repeating']), true);
});

test('after a campaign has repeated an unsent message with an unknown outcome, other campaigns do not send it', async () => {
  await note(first);
  await end(first, 'unknown');
  await note(repeating, ['first']);
  await end(repeating, 'unknown');
  assert.equal(await note(second, ['first']), false);
  assert.equal(await note(second, ['first', 'repeating']), true);
});

test('a repeating campaign that definitely sent nothing does not keep other claims from sending', async () => {
  await note(first);
  await end(first, 'unknown');
  await note(repeating);
  await end(repeating, 'released');
  await reopen();
  assert.equal(await note(second, ['first']), true);
});

test('a late, certain result of the first claim does not remove the claim of a campaign that repeated the message', async () => {
  await note(first);
  await end(first, 'unknown');
  await note(repeating);
  await end(repeating, 'unknown');
  await end(first, 'failed');
  await reopen();
  assert.equal(await note(second), false, 'the repeating campaign may have sent the message');
  assert.equal(await note(second, ['repeating']), true);
});
