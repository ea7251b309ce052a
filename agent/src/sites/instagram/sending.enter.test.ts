import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { PageError, type Page } from '../../browser/page.ts';
import { poll } from '../../platform/clock.ts';
import { patiently, setStage, timeScale, type Stage } from '../../testing/stage.ts';
import { pageScript } from './page-script/page.script.ts';
import type { BeforeSend } from './permission.ts';
import type { SiteTiming } from './site.context.ts';

/** Where the page says nothing, the whole time is waited out. */
const silent: Partial<SiteTiming> = { outcomeMs: 4000 };
/** Links, several lines and signs that sites like to draw their own way. */
const rich = 'Hello there :)\nOur new shop: https://shop.example/spring?ref=message\n\nGood to see you';
const intent = { tail: [], at: '2026-01-01T00:00:00Z', account: null };

describe('around Enter', { timeout: 900_000 }, () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
    await stage.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        'afterwards',
        'keen.user',
        'keen.and.hidden',
        'keen.and.swallowed',
        'keen.before',
        'lost.before',
        'left.alone',
        'keen.and.stopped',
        'keen.and.away',
        'keen.away.and.stopped',
        'odd.signs',
        'late.truth',
        'limited.strangely',
        'sleepy',
        'stays.redrawn.text',
        'stays.hidden.bubble',
        'strangely.marked',
        'too.late',
      ],
      time_scale: timeScale,
    });
    await stage.enter('sender');
  });
  after(() => stage.close());

  for (const [fault, ...ends] of [
    ['redrawn_text', 'unknown', 'reads_differently'],
    ['hidden_bubble', 'sent', undefined],
  ] as const) {
    test(`Enter is not pressed again where the text stays, and what was sent shows otherwise: ${fault}`, async () => {
      const person = `stays.${fault.replaceAll('_', '.')}`;
      await stage.sandbox.faults({
        on: [
          { name: 'text_stays', person, ms: 1500 },
          { name: fault, person },
        ],
      });
      const report = await stage.send(person, { text: rich, timing: silent });
      assert.deepEqual([report.outcome, 'reason' in report ? report.reason : undefined], ends);
      assert.deepEqual(await stage.deliveredTo(person), [rich]);
    });
  }

  for (const [person, fault, ends] of [
    ['keen.user', [], ['sent', undefined]],
    ['keen.and.hidden', ['hidden_bubble'], ['sent', undefined]],
    ['keen.and.swallowed', ['swallowed'], ['unknown', 'composer_emptied']],
  ] as const) {
    test(`an Enter that the user presses meanwhile is not followed by one more: ${person}`, async () => {
      await stage.sandbox.faults({ on: fault.map((name) => ({ name, person })) });
      let asked = 0;
      const report = await stage.within(silent).send(stage.page, {
        profileId: 1,
        username: 'sender',
        recipient: person,
        text: 'Wanted at once',
        beforeSend: async () => {
          asked += 1;
          if (asked === 1) await stage.page.press('Enter');
          return { maySend: true };
        },
      });
      assert.deepEqual([report.outcome, 'reason' in report ? report.reason : undefined], ends);
      assert.equal((await stage.deliveredTo(person)).length, person === 'keen.and.swallowed' ? 0 : 1);
    });
  }

  for (const [person, goesElsewhere, maySend] of [
    ['keen.and.stopped', false, false],
    ['keen.and.away', true, true],
    ['keen.away.and.stopped', true, false],
  ] as const) {
    test(`an Enter that the user presses meanwhile is found where the agent's own is not pressed: ${person}`, async () => {
      const report = await stage.within({ ...silent, stepMs: 4000 }).send(stage.page, {
        profileId: 1,
        username: 'sender',
        recipient: person,
        text: 'Wanted at once',
        beforeSend: async () => {
          if ((await stage.deliveredTo(person)).length === 0) await stage.page.press('Enter');
          const isThere = async (): Promise<true | null> =>
            (await stage.deliveredTo(person)).length > 0 ? true : null;
          assert.ok(await poll(isThere, { timeoutMs: 10_000, intervalMs: 100 }));
          if (goesElsewhere) await stage.page.open(`${stage.sandbox.url}/`);
          return maySend
            ? { maySend }
            : { maySend, reason: 'server_unreachable', detail: 'The server does not answer.' };
        },
      });
      assert.equal(report.outcome, 'sent');
      assert.equal((await stage.deliveredTo(person)).length, 1);
    });
  }

  /** The page, with something done once the text stands and nobody has been asked yet. */
  const withText = (work: () => Promise<void>): Page => {
    let isDone = false;
    const text = `document.querySelector('[role="textbox"][contenteditable="true"]')?.textContent ?? ''`;
    const read: Page['read'] = async (script) => {
      if (script === pageScript.account && !isDone && (await stage.page.read(text)) === 'Wanted at once') {
        isDone = true;
        await work();
      }
      return stage.page.read(script);
    };
    return { ...stage.page, read };
  };
  const wanted = (recipient: string, answer: Awaited<ReturnType<BeforeSend>> = { maySend: true }) => {
    const beforeSend = mock.fn(() => Promise.resolve(answer));
    return { profileId: 1, username: 'sender', recipient, text: 'Wanted at once', beforeSend };
  };

  test('one that the user presses before the server is asked is noted like any other', async () => {
    const job = wanted('keen.before');
    const report = await stage.within(silent).send(
      withText(() => stage.page.press('Enter')),
      job,
    );
    assert.deepEqual([report.outcome, job.beforeSend.mock.callCount()], ['sent', 1]);
    assert.equal((await stage.deliveredTo('keen.before')).length, 1);
  });

  test('a window that is lost before that leaves nothing in doubt', async () => {
    const page = withText(() => Promise.reject(new PageError('closed', 'gone')));
    const job = wanted('lost.before');
    await assert.rejects(stage.instagram.send(page, job), (error) => error instanceof PageError);
    assert.deepEqual([job.beforeSend.mock.callCount(), await stage.deliveredTo('lost.before')], [0, []]);
  });

  test('a conversation that nobody sees any more is looked into, whatever the answer', async () => {
    const refusal = { maySend: false, reason: 'paused', detail: 'Paused' } as const;
    const report = await stage.instagram.send(stage.page, {
      ...wanted('left.alone'),
      beforeSend: async () => {
        await stage.page.open(`${stage.sandbox.url}/`);
        return refusal;
      },
    });
    assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', 'conversation_unseen']);
    assert.deepEqual(await stage.deliveredTo('left.alone'), []);
  });

  test('a watch that the computer slept through says nothing', async () => {
    const now = Date.now.bind(Date);
    let ahead = 0;
    const clock = mock.method(Date, 'now', () => now() + (ahead += 20_000));
    try {
      const report = await stage.send('sleepy', { timing: { sleepMs: 10_000 } });
      assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', 'computer_slept']);
    } finally {
      clock.mock.restore();
    }
    assert.equal((await stage.deliveredTo('sleepy')).length, 1);
  });

  test('Enter is not pressed once the permission has run out', async () => {
    const report = await stage.send('too.late', { timing: { permissionMs: 0 } });
    assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', 'enter_ignored']);
    assert.deepEqual(await stage.deliveredTo('too.late'), []);
  });

  test('no sign of a text is typed as the key that sends', async () => {
    const report = await stage.send('odd.signs', { text: 'One\ue007two', timing: { stepMs: 4000 } });
    assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['failed', 'text_not_accepted']);
    assert.deepEqual(await stage.deliveredTo('odd.signs'), []);
  });

  test('an old permission is asked for again where Enter could not be pressed', async () => {
    await stage.sandbox.faults({ clear: true });
    let asked = 0;
    const report = await stage.within({ permissionMs: -1 }).send(stage.page, {
      profileId: 1,
      username: 'sender',
      recipient: 'afterwards',
      text: 'Wanted at first',
      beforeSend: async () => {
        asked += 1;
        // As when something else takes the focus just then.
        await stage.page.read('document.activeElement.blur()');
        return asked < 3 ? { maySend: true } : { maySend: false, reason: 'paused', detail: 'Paused' };
      },
    });
    assert.deepEqual([report.outcome, 'reason' in report && report.reason, asked], ['released', 'paused', 3]);
    assert.equal((await stage.deliveredTo('afterwards')).length, 0);
  });

  test('what nobody has described, under a message, does not pass for success', async () => {
    const strange = {
      'limited.strangely': ['limited_strangely'],
      'strangely.marked': ['strange_mark', 'failed_bubble'],
    };
    for (const [person, faults] of Object.entries(strange)) {
      await stage.sandbox.faults({ on: faults.map((name) => ({ name, person })) });
      const text = `Hello ${person}`;
      const job = { profileId: 1, username: 'sender', recipient: person, text, intent };
      const ends = [
        await stage.send(person, { text, timing: patiently }),
        await stage.instagram.verify(stage.page, job),
      ];
      for (const end of ends) {
        assert.deepEqual([end.outcome, 'reason' in end && end.reason], ['unknown', 'unknown_notice'], person);
        assert.match('detail' in end ? end.detail : '', /"(?:Whoever keeps this mailbox|Held back)/u);
      }
      assert.deepEqual(await stage.deliveredTo(person), []);
    }
  });

  test('a mark that a late history contradicts does not send the message again', async () => {
    const person = 'late.truth';
    await stage.sandbox.faults({
      on: [
        { name: 'connection_lost_after_send', person },
        { name: 'late_history', person, ms: 2500 },
      ],
    });
    const report = await stage.send(person, { timing: { reasonMs: 1500 } });
    assert.ok(['sent', 'unknown'].includes(report.outcome), JSON.stringify(report));
    const job = {
      profileId: 1,
      username: 'sender',
      recipient: person,
      text: `Hello ${person}, good to see you`,
      intent,
    };
    const found = await stage.within({ quietMs: 6000 }).verify(stage.page, job);
    assert.equal(found.outcome, 'sent');
  });

  test('a page that never loads is a failure that may be tried again', async () => {
    await stage.sandbox.faults({ name: 'page_error', person: 'afterwards' });
    const report = await stage.send('afterwards');
    assert.ok(
      report.outcome === 'failed' && report.reason === 'page_failed' && report.isRetryable,
      JSON.stringify(report),
    );
    assert.equal((await stage.deliveredTo('afterwards')).length, 0);
  });

  for (const fault of ['challenge_on_send', 'signed_out_on_send']) {
    test(`${fault}: nothing is taken for granted`, async () => {
      await stage.sandbox.faults({ clear: true, on: [{ name: fault, person: 'afterwards' }] });
      const report = await stage.send('afterwards');
      const reason = fault === 'challenge_on_send' ? 'challenge' : 'signed_out';
      assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['unknown', reason]);
      assert.equal(report.stops?.reason, reason, 'the account stops at once');
      await stage.sandbox.changeAccount('sender', { clear_gate: true });
    });
  }
});
