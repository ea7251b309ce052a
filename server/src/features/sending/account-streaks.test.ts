import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import { makeCheckDue, makeDue, makeRested, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { nextStreaks, noStreaks } from './account-streaks.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type End = [outcome: DeliveryOutcome, reason: ReasonCode | null, recipient: string, isLaterCheck?: boolean];

/** Returns why an account is stopped after these outcomes, or null if it isn't stopped. */
function stopAfter(ends: readonly End[]) {
  let streaks = noStreaks;
  for (const [outcome, reason, recipient, isLaterCheck = false] of ends) {
    const next = nextStreaks(streaks, { outcome, reason, recipient, isLaterCheck });
    if (next.stop !== null) return next.stop;
    ({ streaks } = next);
  }
  return null;
}

const people = Array.from({ length: 12 }, (_, index) => `person${index}`);
const pagesWith = (...names: string[]) => names.map((name): End => ['failed', 'page_failed', name]);
const missing = (count: number) => people.slice(0, count).map((name): End => ['not_found', 'not_found', name]);

describe('an account has to stop', () => {
  for (const [when, ends, stop] of [
    ['after unexpected pages with three people', pagesWith('a', 'b', 'c'), 'unexpected_pages'],
    [
      'after unexpected pages, some of them after the go-ahead',
      [...pagesWith('a'), ['unknown', 'page_lost', 'b'], ['unknown', 'unknown_notice', 'c']],
      'unexpected_pages',
    ],
    [
      'after unexpected pages, some of them during later checks of messages',
      [...pagesWith('a'), ['unknown', 'check_failed', 'b', true], ['unknown', 'check_failed', 'c', true]],
      'unexpected_pages',
    ],
    [
      "after three messages that Instagram's responses did not confirm",
      [
        ['unknown', 'unconfirmed', 'a'],
        ['unknown', 'unconfirmed', 'b'],
        ['unknown', 'unconfirmed', 'c'],
      ],
      'unexpected_pages',
    ],
    ['after ten people who were not found', missing(10), 'many_not_found'],
    [
      'after two messages that vanished',
      [
        ['unknown', 'no_bubble', 'a'],
        ['unknown', 'no_bubble', 'b'],
      ],
      'messages_vanish',
    ],
    [
      'after three messages that failed to send',
      [
        ['unknown', 'not_delivered', 'a'],
        ['unknown', 'not_delivered', 'b'],
        ['unknown', 'not_delivered', 'c'],
      ],
      'messages_fail',
    ],
    [
      'after one message that vanished and two that failed to send',
      [
        ['unknown', 'not_delivered', 'a'],
        ['unknown', 'no_bubble', 'b'],
        ['unknown', 'not_delivered', 'c'],
      ],
      'messages_fail',
    ],
    [
      'after two messages that vanished, even if someone else was not found in between',
      [
        ['unknown', 'no_bubble', 'a'],
        ['not_found', 'not_found', 'x'],
        ['unknown', 'no_bubble', 'b'],
      ],
      'messages_vanish',
    ],
    [
      'after unexpected pages with three people, even if someone else was not found in between',
      [...pagesWith('a', 'b'), ['not_found', 'not_found', 'x'], ...pagesWith('c')],
      'unexpected_pages',
    ],
  ] as [string, End[], string][]) {
    it(when, () => {
      assert.equal(stopAfter(ends), stop);
      assert.equal(stopAfter(ends.slice(0, -1)), null);
    });
  }
});

describe('an account doesn’t have to stop', () => {
  for (const [when, ends] of [
    [
      'for messages that vanished if a message was sent in between',
      [
        ['unknown', 'no_bubble', 'a'],
        ['sent', null, 'x'],
        ['unknown', 'no_bubble', 'b'],
      ],
    ],
    ['for unexpected pages with the same people', pagesWith('a', 'b', 'a', 'b', 'a', 'b')],
    [
      'for unexpected pages if a message was sent in between',
      [...pagesWith('a', 'b'), ['sent', null, 'x'], ...pagesWith('c', 'd')],
    ],
    [
      'for nine people who were not found, one person who was found, and nine more who were not found',
      [...missing(9), ['failed', 'recipient_refuses_requests', 'x'], ...missing(9)],
    ],
    [
      'for one message that is checked again and again',
      [
        ['unknown', 'no_bubble', 'a'],
        ['unknown', 'no_bubble', 'a', true],
        ['unknown', 'no_bubble', 'a', true],
        ['unknown', 'not_delivered', 'a', true],
        ['unknown', 'not_delivered', 'a', true],
      ],
    ],
    ['for failures that the person causes', people.map((name): End => ['failed', 'recipient_refuses_requests', name])],
    ['for profiles that lead to another page', people.map((name): End => ['failed', 'profile_not_shown', name])],
    ['for messages whose author is unclear', people.map((name): End => ['unknown', 'author_unclear', name])],
    ['for failures that the computer causes', people.map((name): End => ['released', 'network', name])],
  ] as [string, End[]][]) {
    it(when, () => {
      assert.equal(stopAfter(ends), null);
    });
  }

  it('for people who were returned to the queue, because returning them neither ends a streak nor adds to it', () => {
    const ends = missing(9).flatMap((end): End[] => [end, ['released', 'network', 'x']]);
    assert.equal(stopAfter(ends), null);
    assert.equal(stopAfter([...ends, ['not_found', 'not_found', 'x']]), 'many_not_found');
  });
});

describe('an account’s streak', () => {
  it('puts the account on hold and adds a log entry', async () => {
    const { claimOne, claim, report, account, view } = await scene({ recipients: people, accounts: 2 });
    for (let person = 0; person < 3; person += 1) {
      await makeDue(app, account);
      await report(await claimOne(), 'failed', { reason: 'page_failed', detail: 'A blank page.' });
    }
    await makeDue(app, account);
    assert.equal(reasonOf(await claim()), 'account_held');
    const { status, accounts, logs } = await view();
    assert.deepEqual([status, accounts[0]?.state, accounts[0]?.reason], ['running', 'held', 'unexpected_pages']);
    const blocked = logs.filter(({ action }) => action === 'profile_blocked');
    assert.equal(blocked.length, 1);
    assert.match(blocked[0]?.message ?? '', /three people, and no message was sent in between\. A blank page\./);
    assert.equal(blocked[0]?.profile_name, account.profile_name);
  });

  it('continues across a restart of the agent, a pause and another campaign', async () => {
    const given = await scene({ recipients: people, accounts: 1 });
    const meet = async () => {
      await makeDue(app, given.account);
      await given.report(await given.claimOne(given.account.id), 'failed', { reason: 'page_failed' });
    };
    await meet();
    await given.signOff();
    await given.setStatus('paused');
    await given.setStatus('running');
    await meet();
    await server.call(given.user, 'POST /api/campaigns/:id/stop', { params: given.params });
    await given.another({ accounts: [given.account], content: 'Something else' });
    await meet();
    assert.equal(
      (await given.accountOf(given.account.id)).hold_reason,
      null,
      'the first person came up twice but is counted once',
    );
    await meet();
    await meet();
    assert.equal((await given.accountOf(given.account.id)).hold_reason, 'unexpected_pages');
  });

  it('starts from zero after the owner has ended the hold', async () => {
    const { user, claimOne, report, account, accountOf } = await scene({ recipients: people, accounts: 2 });
    const meet = async () => {
      await makeDue(app, account);
      await report(await claimOne(), 'failed', { reason: 'page_failed' });
    };
    for (let person = 0; person < 3; person += 1) await meet();
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: account.id } });
    await meet();
    await meet();
    assert.equal((await accountOf(account.id)).hold_reason, null);
    await meet();
    assert.equal((await accountOf(account.id)).hold_reason, 'unexpected_pages');
  });

  it('ends when the account is rate-limited, so the message that hit the limit is not counted', async () => {
    const { commitOne, report, stop, account, accountOf } = await scene({ recipients: people, accounts: 2 });
    const meetLimit = async () => {
      await makeDue(app, account);
      await report(await commitOne(account.id), 'unknown', { reason: 'no_bubble' });
      await stop('rate_limited');
    };
    await meetLimit();
    await makeRested(app, account);
    await meetLimit();
    const { hold_reason, vanished_in_a_row } = await accountOf(account.id);
    assert.deepEqual([hold_reason, vanished_in_a_row], ['rate_limited', 0]);
  });

  it('pauses the campaign if no other account can send', async () => {
    const { commitOne, report, view } = await scene({ recipients: people });
    for (let person = 0; person < 2; person += 1) await report(await commitOne(), 'unknown', { reason: 'no_bubble' });
    const { status, status_reason, accounts } = await view();
    assert.deepEqual([status, status_reason?.code], ['paused', 'no_usable_account']);
    assert.equal(accounts[0]?.reason, 'messages_vanish');
  });

  it('counts a message only once, no matter how often it is checked', async () => {
    const { commitOne, claimOne, report, accountOf, account } = await scene({ recipients: people });
    const delivery = await commitOne();
    await report(delivery, 'unknown', { reason: 'no_bubble' });
    await report(delivery, 'unknown', { reason: 'no_bubble' });
    for (let look = 0; look < 3; look += 1) {
      await makeCheckDue(app, delivery.id);
      await report(await claimOne(), 'unknown', { reason: 'no_bubble' });
    }
    const { hold_reason, vanished_in_a_row } = await accountOf(account.id);
    assert.deepEqual([hold_reason, vanished_in_a_row], [null, 1]);
  });
});

describe('trouble with one person', () => {
  it('marks that person as failed and logs why once two accounts have had trouble, and does not affect other people', async () => {
    const { campaign, claimOne, report, view, counters } = await scene({ accounts: 2, recipients: ['anna', 'ben'] });
    const [first, second] = campaign.accounts.map(({ id }) => id);
    const anna = await claimOne(first);
    assert.equal((await report(anna, 'failed', { reason: 'unexpected_dialog' })).status, 'pending');
    await makeRetryable(app, campaign);
    const ben = await claimOne(second);
    assert.equal(ben.recipient, 'ben', 'anna goes to the back of the queue');
    await report(ben, 'not_found');
    await makeDue(app, { id: second ?? 0 });
    const again = await claimOne(second);
    assert.equal(again.id, anna.id);
    const end = await report(again, 'failed', { reason: 'unexpected_dialog', detail: 'Say “Hi”?' });
    assert.equal(end.status, 'failed');
    const log = (await view()).logs.findLast(({ recipient }) => recipient === 'anna');
    assert.equal(log?.action, 'message_failed');
    assert.match(log?.message ?? '', /a dialog the agent doesn't recognize\. Say “Hi”\?/);
    assert.deepEqual(await counters(), [2, 0, 2, 0]);
  });

  it('marks that person as failed once the only account has had trouble twice', async () => {
    const { campaign, claimOne, report, account } = await scene({ recipients: ['anna', 'ben'] });
    const anna = await claimOne();
    await report(anna, 'failed', { reason: 'unexpected_page' });
    await makeDue(app, account);
    await report(await claimOne(), 'not_found');
    await makeDue(app, account);
    await makeRetryable(app, campaign);
    const again = await claimOne();
    assert.equal(again.id, anna.id);
    assert.equal((await report(again, 'failed', { reason: 'unexpected_page' })).status, 'failed');
  });

  it('doesn’t put an account on hold if the account messages other people in between', async () => {
    const { claimOne, report, sendOne, account, accountOf, campaign } = await scene({ recipients: people });
    for (let person = 0; person < 4; person += 1) {
      await makeDue(app, account);
      await makeRetryable(app, campaign);
      await report(await claimOne(), 'failed', { reason: 'unexpected_page' });
      await sendOne();
    }
    assert.equal((await accountOf(account.id)).hold_reason, null);
  });
});
