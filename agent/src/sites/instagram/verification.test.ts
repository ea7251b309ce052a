import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { patiently, setStage, timeScale, type Stage } from '../../testing/stage.ts';
import { markOf } from './thread.history.ts';

const long = Array.from({ length: 60 }, (_, index) => ({
  account: 'sender',
  from: index % 3 === 0 ? 'me' : 'them',
  text: `Line ${index}`,
}));

describe('finding out whether something was sent', { timeout: 300_000 }, () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
    await stage.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        'fresh',
        {
          username: 'old',
          messages: [
            { account: 'sender', from: 'me', text: 'Offer' },
            { account: 'sender', from: 'them', text: 'No' },
          ],
        },
        { username: 'long', messages: [{ account: 'sender', from: 'me', text: 'First of all' }, ...long] },
        'shy',
        'going',
        { username: 'linked', messages: [{ account: 'sender', from: 'me', text: 'See https://shop.example/sale' }] },
        { username: 'theirs', messages: [{ account: 'sender', from: 'them', text: 'Offer' }] },
        { username: 'ghost', states: ['instagram_user'] },
      ],
      time_scale: timeScale,
    });
    await stage.enter('sender');
  });
  after(() => stage.close());

  const verify = async (recipient: string, text: string, tail: string[] | null): Promise<string> => {
    const intent = tail === null ? null : { tail, at: '2026-01-01T00:00:00.000Z', account: null };
    const report = await stage.instagram.verify(stage.page, {
      profileId: 1,
      username: 'sender',
      recipient,
      text,
      intent,
    });
    return 'reason' in report ? report.reason : report.outcome;
  };
  const own = (text: string): string => markOf({ text, isOwn: true });
  const their = (text: string): string => markOf({ text, isOwn: false });

  test('an empty conversation holds nothing', async () => {
    assert.equal(await verify('fresh', 'Offer', []), 'not_sent');
    assert.equal(await verify('fresh', 'Offer', null), 'not_sent');
  });

  test('the same words from an earlier time are not this message', async () => {
    assert.equal(await verify('old', 'Offer', [own('Offer'), their('No')]), 'not_sent');
  });

  test('what came after the note is this message', async () => {
    assert.equal(await verify('old', 'Offer', []), 'sent');
  });

  test('without a note of this computer the words alone decide, against a second message', async () => {
    assert.equal(await verify('old', 'Offer', null), 'sent');
  });

  test('their words are not ours', async () => {
    assert.equal(await verify('theirs', 'Offer', null), 'not_sent');
  });

  test('older messages are loaded before it counts as not sent', async () => {
    assert.equal(await verify('long', 'First of all', null), 'sent');
    assert.equal(await verify('long', 'Never written to anybody here', null), 'not_sent');
  });

  test('without a note a text of few words may be any message of ours, as with a link that is drawn shorter', async () => {
    assert.equal(await verify('old', 'https://shop.example/sale?ref=message', null), 'reads_differently');
    assert.equal(await verify('theirs', 'https://shop.example/sale?ref=message', null), 'not_sent');
  });

  test('a person who is not to be found any more may have got it before', async () => {
    await stage.sandbox.faults({ name: 'not_found', person: 'old' });
    const job = { profileId: 1, username: 'sender', recipient: 'old', text: 'Offer', intent: null };
    const report = await stage.instagram.verify(stage.page, job);
    assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', 'not_found']);
    await stage.sandbox.faults({ clear: true });
  });

  test('a history that comes late is waited for', async () => {
    await stage.sandbox.faults({ name: 'late_history', person: 'old', ms: 2500 });
    const intent = { tail: [], at: '2026-01-01T00:00:00.000Z', account: null };
    const job = { profileId: 1, username: 'sender', recipient: 'old', text: 'Offer', intent };
    assert.equal((await stage.within({ quietMs: 6000 }).verify(stage.page, job)).outcome, 'sent');
    await stage.sandbox.faults({ clear: true });
  });

  test('a history that was there and is not shown proves nothing', async () => {
    const job = {
      profileId: 1,
      username: 'sender',
      recipient: 'fresh',
      text: 'Offer',
      intent: { tail: [own('Gone')], at: '2026-01-01', account: null },
    };
    assert.equal((await stage.instagram.verify(stage.page, job)).outcome, 'unknown');
  });

  test('what is still being sent may be the message', async () => {
    await stage.sandbox.faults({ name: 'slow_sending', person: 'going', ms: 6000 });
    assert.equal((await stage.send('going', { text: 'Offer', timing: { outcomeMs: 200 } })).outcome, 'unknown');
    assert.equal(await verify('going', 'Offer', []), 'sent');
    await stage.sandbox.faults({ clear: true });
  });

  test('where the place of the note is not in sight, missing words prove nothing', async () => {
    assert.equal(await verify('long', 'Never written', [own('Gone')]), 'history_not_shown');
  });

  test('a list that nothing names is known by its messages; without either nothing is certain', async () => {
    await stage.sandbox.faults({ name: 'list_unlabelled', account: 'sender' });
    assert.equal(await verify('old', 'Offer', []), 'sent');
    assert.equal(await verify('old', 'Offer', [own('Offer'), their('No')]), 'not_sent');
    await stage.sandbox.faults({ name: 'link_preview', person: 'linked' });
    assert.equal(await verify('linked', 'See https://shop.example/sale', []), 'sent', 'a link is no head');
    const job = {
      profileId: 1,
      username: 'sender',
      recipient: 'fresh',
      text: 'Offer',
      intent: { tail: [], at: '2026-01-01', account: null },
    };
    const report = await stage.within({ stepMs: 4000 }).verify(stage.page, job);
    assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', 'history_not_shown']);
    assert.equal((await stage.send('fresh', { text: 'First' })).outcome, 'sent');
    assert.deepEqual(await stage.deliveredTo('fresh'), ['First']);
    await stage.sandbox.faults({ clear: true });
  });

  test('what was sent just now may still be refused', async () => {
    await stage.sandbox.faults({ on: [{ name: 'late_refusal', person: 'shy', ms: 8000 }] });
    await stage.send('shy', { text: 'Offer' });
    const intent = { tail: [], at: new Date(Date.now() + 60_000).toISOString(), account: null };
    const job = { profileId: 1, username: 'sender', recipient: 'shy', text: 'Offer', intent };
    const found = await stage.within(patiently).verify(stage.page, job);
    assert.deepEqual([found.outcome, 'reason' in found && found.reason], ['failed', 'recipient_refuses_requests']);
  });

  test('a conversation that cannot be read proves nothing', async () => {
    const report = await stage.instagram.verify(stage.page, {
      profileId: 1,
      username: 'sender',
      recipient: 'ghost',
      text: 'Offer',
      intent: null,
    });
    assert.notEqual(report.outcome, 'sent');
    assert.deepEqual(await stage.deliveredTo('ghost'), []);
  });
});
