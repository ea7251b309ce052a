import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FaultName, FaultRuleInput, Language } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import { markOf } from '../conversation/message.marks.ts';

const text = 'Offer';
const gone = [markOf({ text: 'Gone', author: 'own' })];

describe("Instagram's response to the request that sends a message", { timeout: 1_800_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  const begin = async (language: Language = 'en', states: FaultName[] = []): Promise<void> => {
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret', language, states }],
      people: ['alice', 'bob'],
      time_scale: timeScale,
    });
    await session.enter('sender');
  };
  const sendWith = async (...on: FaultRuleInput[]) => {
    await session.sandbox.faults({ clear: true, on });
    // The agent waits for the whole timeout only if the page never shows the message.
    const isHidden = on.some(({ name }) => name === 'hidden_bubble');
    return session.send('alice', { text, timing: { reasonMs: 500, ...(isHidden ? { outcomeMs: 4000 } : {}) } });
  };
  const check = async (messageId: string | null, tail: string[] = []) => {
    await session.sandbox.faults({ clear: true });
    const note = { tail, at: '2026-01-01T00:00:00.000Z', account: null };
    return endOf(await session.check('alice', { text, note, messageId }));
  };
  const deliveredIds = async () => (await session.sandbox.deliveries()).map((delivery) => delivery.message_id);

  describe('in a language in which the agent knows how refusals are worded', () => {
    beforeEach(() => begin());

    test('the report of a sent message contains the message’s ID, whether the text in the request is plain or wrapped', async () => {
      for (const states of [[], ['send_plain_text']] satisfies FaultName[][]) {
        await begin('en', states);
        const report = await sendWith();
        assert.deepEqual([report.outcome, [report.messageId]], ['sent', await deliveredIds()]);
      }
    });

    test('the agent relies on the page alone if there is no readable response, or if the request has an unknown name', async () => {
      for (const name of ['answer_never', 'answer_unknown_form', 'answer_http_error', 'send_renamed'] as const) {
        await begin('en', name === 'send_renamed' ? [name] : []);
        const report = name === 'send_renamed' ? await sendWith() : await sendWith({ name });
        assert.deepEqual([report.outcome, report.messageId], ['sent', undefined], name);
      }
      assert.ok(session.notes.some((note) => note.includes('unknown format')));
    });

    test('what the page shows outweighs a response that says the message was refused', async () => {
      assert.equal((await sendWith({ name: 'answer_claims_refused' })).outcome, 'sent');
      assert.equal((await deliveredIds()).length, 1);
    });

    test('a message that the page does not show is found by its ID', async () => {
      const report = await sendWith({ name: 'hidden_bubble' });
      assert.deepEqual([endOf(report), [report.messageId]], [['unknown', 'no_bubble'], await deliveredIds()]);
      assert.deepEqual(await check(null, gone), ['unknown', 'history_not_shown'], 'the check does not know the ID');
      assert.deepEqual(await check(report.messageId ?? '', gone), ['sent']);
    });

    test('a response that claims success proves nothing when the conversation shows the opposite', async () => {
      const report = await sendWith({ name: 'failed_bubble' }, { name: 'answer_claims_sent' });
      assert.deepEqual(endOf(report), ['unknown', 'not_delivered']);
      assert.deepEqual(await check(report.messageId ?? ''), ['unknown', 'accepted_not_shown']);
      assert.deepEqual(await check(report.messageId ?? '', gone), ['unknown', 'history_not_shown']);
      assert.deepEqual(await deliveredIds(), []);
    });

    test('a known refusal on the page takes precedence over any response', async () => {
      await session.sandbox.faults({ clear: true, on: [{ name: 'limited' }, { name: 'answer_claims_sent' }] });
      const report = await session.send('alice', { text, timing: { secondLookMs: 30_000 } });
      assert.deepEqual(endOf(report), ['failed', 'recipient_limits_messages']);
    });
  });

  describe('in a language in which the agent does not know how refusals are worded', () => {
    beforeEach(() => begin('de'));

    test('a response that agrees with the page confirms that the message was sent', async () => {
      assert.deepEqual(endOf(await sendWith()), ['sent']);
      assert.equal((await deliveredIds()).length, 1);
    });

    test('the outcome is unknown without a response, until the message is found by its ID', async () => {
      assert.deepEqual(endOf(await sendWith({ name: 'answer_never' })), ['unknown', 'unconfirmed']);
      assert.deepEqual(await check(null), ['unknown', 'unconfirmed']);
      assert.deepEqual(await check((await deliveredIds())[0] ?? ''), ['sent']);
    });

    test('a dialog that might be a warning stops the account', async () => {
      for (const name of ['rate_limit', 'strange_notice'] as const) {
        await begin('de');
        const report = await sendWith({ name });
        assert.equal(report.stop?.reason, 'unreadable_page', name);
        assert.match(report.stop?.detail ?? '', /^In German \("de"\): "/u);
        assert.notEqual(report.outcome, 'sent');
        assert.deepEqual(await deliveredIds(), []);
      }
    });

    test('nothing is sent and the account stops if Firefox hides the responses, or if Instagram has renamed the requests', async () => {
      await session.sandbox.faults({ clear: true });
      const { listen } = session.page;
      const detailWith = async (changed: typeof listen): Promise<string> => {
        const report = await session.instagram.send(
          { ...session.page, listen: changed },
          {
            profileId: 1,
            username: 'sender',
            recipient: 'bob',
            text,
            skipsConversations: false,
            doubtsNotFound: false,
            beforeSend: () => Promise.reject(new Error('asked to send')),
          },
        );
        assert.deepEqual(endOf(report), ['released', 'unsupported_language']);
        assert.deepEqual(await deliveredIds(), []);
        return report.stop?.detail ?? '';
      };
      const hidden = await detailWith((path, isWanted, onExchange) => listen(path, isWanted, () => onExchange(null)));
      assert.match(hidden, /This Firefox version doesn't show them/u);
      const renamed = await detailWith((path, isWanted, onExchange) =>
        listen(path, (headers) => isWanted({ ...headers, 'x-fb-friendly-name': 'Renamed' }), onExchange),
      );
      assert.match(renamed, /perhaps because Instagram has changed/u);
    });
  });
});
