import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FaultName, FaultRuleInput } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import type { SiteTiming } from '../site.context.ts';

const isLongRun = process.env['SANDPIPER_LONG_TESTS'] === '1';

type Case = {
  fault: FaultName;
  rule?: Omit<FaultRuleInput, 'name'>;
  /** An additional state for the person. */
  state?: FaultName;
  ends: [outcome: string, reason?: string];
  timing?: Partial<SiteTiming>;
  /** Only the long run includes this case, because another case has the same fault without an additional state. */
  isLong?: true;
};

const once = { times: 1 };
const sent: { ends: [string] } = { ends: ['sent'] };
const elsewhere: { ends: [string, string] } = { ends: ['failed', 'profile_not_shown'] };

const allCases: Case[] = [
  { fault: 'profile_to_feed', ...elsewhere },
  { fault: 'profile_strays', rule: once, ...sent },
  { fault: 'profile_strays', rule: once, state: 'message_in_menu', ...sent, isLong: true },
  { fault: 'stories_page', rule: once, ...sent },
  { fault: 'stories_page', ...elsewhere },
  { fault: 'stories_over_profile', ...sent },
  { fault: 'stories_over_profile', state: 'message_in_menu', ...sent },
  { fault: 'message_to_inbox', rule: once, ...sent },
  { fault: 'message_to_inbox', ...sent },
  { fault: 'message_to_inbox', state: 'message_in_menu', ...sent, isLong: true },
  { fault: 'late_menu', rule: { ms: 2500 }, state: 'message_in_menu', ...sent },
  { fault: 'quiet_mode_notice', rule: once, ...sent },
  { fault: 'meta_accounts_notice', rule: once, ...sent },
  { fault: 'profile_links', ...sent },
  { fault: 'prompt_save_login', rule: once, state: 'message_button_missing', ...sent },
  { fault: 'strange_form', ends: ['failed', 'unexpected_dialog'] },
  { fault: 'broken_page', ...sent },
  { fault: 'no_connection_page', ...sent },
  { fault: 'broken_page', state: 'message_button_missing', ...sent },
  { fault: 'request_sent', ends: ['failed', 'invite_pending'] },
];

const cases = allCases.filter(({ isLong }) => isLongRun || isLong !== true);

const personOf = (index: number): string => `guest.${index}`;
const stranger = 'a.stranger';

describe(
  'sending when Instagram shows something other than the profile',
  { timeout: isLongRun ? 1_800_000 : 600_000 },
  () => {
    let session: SandboxSession;
    before(async () => {
      session = await openSandboxSession();
    });
    after(() => session.close());

    const newest: FaultName[] = ['head_labelled', 'docked_pagelet', 'rows_grouped', 'avatar_last'];
    const forms: [name: string, states: FaultName[]][] = [
      ['docked', newest],
      ...(isLongRun
        ? ([
            ['full page', [...newest, 'full_page_thread']],
            ['older layouts', ['list_presentation']],
          ] satisfies [string, FaultName[]][])
        : []),
    ];

    for (const [name, states] of forms) {
      describe(name, () => {
        before(async () => {
          const written = [{ account: 'sender', from: 'them' as const, text: 'Hello from a stranger' }];
          await session.sandbox.reset({
            accounts: [{ username: 'sender', password: 'secret', states }],
            people: [
              { username: stranger, messages: written },
              ...cases.map(({ state }, index) => ({
                username: personOf(index),
                states: state === undefined ? [] : [state],
              })),
            ],
            time_scale: timeScale,
          });
          await session.enter('sender');
        });

        for (const [index, { fault, rule, state, ends, timing }] of cases.entries()) {
          const often = rule?.times === 1 ? ', once' : '';
          test(`ends as ${ends.join(', ')} after ${[fault, ...(state === undefined ? [] : [state])].join(' and ')}${often}`, async () => {
            const person = personOf(index);
            // Inbox pages don't belong to any one person, so set the fault for the account instead.
            await session.sandbox.faults({ clear: true, on: [{ name: fault, account: 'sender', ...rule }] });
            const report = await session.send(person, { timing });
            assert.deepEqual(endOf(report), ends, session.notes.at(-1));
            assert.equal(report.stop ?? null, null);
            assert.equal((await session.deliveredTo(person)).length, ends[0] === 'sent' ? 1 : 0);
          });
        }

        test('nothing was sent to anyone else or typed elsewhere, and no post’s menu was opened', async () => {
          const { accounts, typed } = await session.sandbox.state();
          assert.deepEqual(await session.deliveredTo(stranger), []);
          assert.deepEqual(typed, []);
          assert.equal(accounts[0]?.post_menus, 0);
          assert.equal(accounts[0]?.prompts.accepted, 0);
        });
      });
    }

    test('one reload of a broken page is enough to count unread messages', async () => {
      await session.sandbox.reset({ accounts: [{ username: 'sender', password: 'secret', unread: 2 }], people: [] });
      await session.enter('sender');
      await session.sandbox.faults({ name: 'broken_page' });
      assert.deepEqual(await session.instagram.countUnread(session.page, 'sender'), { count: 2, exact: true });
    });

    test('a pending request is recognized by its link even if its wording is unknown in the page’s language', async () => {
      await session.sandbox.reset({
        accounts: [{ username: 'sender', password: 'secret', language: 'ko' }],
        people: [{ username: 'pending', states: ['request_sent'] }],
        time_scale: timeScale,
      });
      await session.enter('sender');
      assert.deepEqual(endOf(await session.send('pending')), ['failed', 'invite_pending']);
    });
  },
);
