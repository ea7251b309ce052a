import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { StopReason } from '@sandpiper/contract/reasons';
import type { FaultName, Language } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';

const sender = { username: 'sender', password: 'secret' };
const credentials = { ...sender, maxSubmits: 3, beforeTyping: () => Promise.resolve() };

/** Pages that only the owner can get past, in English and at their own URLs, with their stop reasons. */
const stopPages: readonly (readonly [FaultName, StopReason])[] = [
  ['challenge', 'challenge'],
  ['checkpoint', 'checkpoint'],
  ['captcha', 'captcha'],
  ['suspended', 'suspended'],
  ['disabled', 'disabled'],
  ['scraping_warning', 'automation_warning'],
  ['consent', 'cookie_choice'],
  ['unusual_login', 'challenge'],
  ['change_password', 'challenge'],
  ['challenge_picker', 'code_required'],
  ['risky_contact', 'risky_contact_point'],
  ['risky_contact_challenge', 'risky_contact_point'],
  ['birthday', 'birthday_required'],
  ['confirm_email', 'email_unconfirmed'],
  ['account_recovery', 'recovery_required'],
  ['human_check', 'human_check'],
  ['appeal_submitted', 'appeal_pending'],
  ['whatsapp_code', 'code_by_phone'],
  ['sms_code', 'code_by_phone'],
  ['phone_number', 'code_by_phone'],
  ['choose_confirmation', 'code_required'],
  ['approve_device', 'approval_pending'],
  ['upload_id', 'identity_required'],
  ['password_shared', 'password_exposed'],
  ['restriction_warning', 'automation_warning'],
  ['consent_cookies', 'cookie_choice'],
  ['consent_ads', 'ads_choice'],
  ['consent_terms', 'consent'],
  // These pages sign the account out, so they come last.
  ['email_signup', 'sign_up_shown'],
  ['signed_out', 'signed_out'],
];

/** Pages that the agent can recognize by their text alone, in the languages whose texts are known. */
const inPlace: readonly (readonly [FaultName, StopReason])[] = [
  ['challenge', 'challenge'],
  ['checkpoint', 'challenge'],
  ['suspended', 'suspended'],
  ['scraping_warning', 'automation_warning'],
  ['captcha', 'human_check'],
  ['disabled', 'disabled'],
  ['unusual_login', 'challenge'],
  ['change_password', 'challenge'],
  ['challenge_picker', 'code_required'],
];
const isLongRun = process.env['SANDPIPER_LONG_TESTS'] === '1';
const languages: readonly Language[] = ['en', 'es', 'ko'];

describe('a page that only the owner can get past', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  const enter = async (account: { language?: Language; states?: FaultName[] } = {}): Promise<void> => {
    // Leave the current page first. The reset signs the account out, and the page would then navigate by itself.
    await session.page.open('about:blank');
    await session.sandbox.reset({
      accounts: [{ ...sender, ...account }],
      people: ['alice'],
      time_scale: timeScale,
    });
    await session.enter('sender');
  };
  const meet = async (fault: FaultName): Promise<void> => {
    await session.sandbox.changeAccount('sender', { clear_checkpoint: true });
    await session.sandbox.faults({ clear: true, on: [{ name: fault, account: 'sender' }] });
  };
  const expectUntouched = async (): Promise<void> => {
    const { typed, accounts } = await session.sandbox.state();
    assert.deepEqual([typed, accounts[0]?.prompts.accepted], [[], 0]);
    assert.deepEqual(await session.sandbox.deliveries(), []);
  };

  test('stops the account when shown at its own URL, and is left untouched', async (context) => {
    await enter();
    for (const [fault, reason] of stopPages) {
      await context.test(fault, async () => {
        await meet(fault);
        const report = await session.send('alice');
        assert.deepEqual([endOf(report), report.stop?.reason], [['released', reason], reason]);
        await expectUntouched();
      });
    }
  });

  test('never receives the stored credentials', async () => {
    for (const fault of ['email_signup', 'password_shared', 'change_password', 'restriction_warning'] as const) {
      await enter();
      await meet(fault);
      const state = await session.instagram.signIn(session.page, 'sender', credentials);
      const expected = stopPages.find(([name]) => name === fault)?.[1];
      assert.equal('reason' in state && state.reason, expected, fault);
      await expectUntouched();
    }
  });

  test('never receives the stored credentials if its language is unknown, even at the URL of the sign-in form', async () => {
    for (const fault of ['email_signup', 'password_shared', 'change_password'] as const) {
      await enter({ language: 'fi', states: ['checkpoint_in_place'] });
      await meet(fault);
      const state = await session.within({ signInTotalMs: 5000 }).signIn(session.page, 'sender', credentials);
      assert.notEqual(state.state, 'signed_in', fault);
      await expectUntouched();
    }
  });

  test('does not prevent a later sign-in if it was the sign-up page', async () => {
    await enter();
    await meet('email_signup');
    assert.deepEqual(endOf(await session.send('alice')), ['released', 'sign_up_shown']);
    await session.sandbox.changeAccount('sender', { clear_checkpoint: true });
    await session.sandbox.faults({ clear: true });
    const state = await session.instagram.signIn(session.page, 'sender', credentials);
    assert.deepEqual(state, { state: 'signed_in' });
    assert.equal((await session.send('alice')).outcome, 'sent');
  });

  for (const [at, language] of languages.entries()) {
    // The short run shows each page in one of the languages. page.stops.test.ts covers the texts in all of them.
    const table = inPlace.filter((_page, index) => isLongRun || index % languages.length === at);
    test(`is recognized by its text when it replaces another page: ${language}`, async (context) => {
      await enter({ language, states: ['checkpoint_in_place'] });
      for (const [fault, reason] of table) {
        await context.test(fault, async () => {
          await meet(fault);
          const report = await session.send('alice', { timing: { emptyMs: 2500 } });
          assert.deepEqual([endOf(report), report.stop?.reason], [['released', reason], reason]);
          await expectUntouched();
        });
      }
    });
  }

  test('does not stop the account if its text is unknown', async () => {
    // The pack's Spanish text for the terms is a translation and doesn't match the page.
    await enter({ language: 'es', states: ['checkpoint_in_place'] });
    await meet('consent');
    const report = await session.send('alice', { timing: { emptyMs: 2500 } });
    assert.deepEqual([endOf(report), report.stop], [['failed', 'unexpected_page'], undefined]);
    await expectUntouched();
  });
});
