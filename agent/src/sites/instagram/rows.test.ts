import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OldReport } from './report.ts';
import { createSilenceCount } from './silence.ts';
import { createStrangenessCount } from './strangeness.ts';

const sent: OldReport = { outcome: 'sent', sentAt: '2026-01-01T00:00:00Z' };
const failed = (reason: string): OldReport => ({ outcome: 'failed', reason, detail: 'Looked.', isRetryable: true });
const unknown = (reason: string): OldReport => ({ outcome: 'unknown', reason, detail: 'Gone.' });
const notFound: OldReport = { outcome: 'not_found', reason: 'not_found', detail: 'Nobody.' };

test('an account whose messages vanish or fail in a row stops; one that arrives begins the count anew', () => {
  const [vanished, marked, notSent] = [unknown('no_bubble'), unknown('not_delivered'), failed('not_sent')];
  const stopsAfter = (who: number, ...reports: OldReport[]): (string | undefined)[] => {
    const count = createSilenceCount();
    count(2, vanished);
    return reports.map((report) => count(who, report).stops?.reason);
  };
  const no = undefined;
  assert.deepEqual(stopsAfter(1, vanished, notSent, vanished), [no, no, 'messages_vanish']);
  assert.deepEqual(stopsAfter(1, vanished, sent, vanished), [no, no, no]);
  assert.deepEqual(stopsAfter(1, marked, notSent, marked, notSent, marked), [no, no, no, no, 'messages_fail']);
  assert.deepEqual(stopsAfter(1, marked, marked, sent, marked, marked), [no, no, no, no, no]);
  assert.deepEqual(stopsAfter(1, marked, vanished, marked), [no, no, 'messages_fail']);
});

test('an account stops when the pages of several people in a row were not as expected', () => {
  const { judge } = createStrangenessCount();
  const end = (who: string, report: OldReport) => {
    const { outcome, stops } = judge(1, who, report);
    return [outcome, stops?.reason];
  };
  const strange = failed('chat_did_not_load');
  const again = ['failed', undefined];
  assert.deepEqual(
    [end('a', strange), end('a', strange), end('a', strange)],
    [again, again, again],
    'one person alone',
  );
  assert.deepEqual(end('b', strange), again);
  assert.deepEqual(end('c', sent), ['sent', undefined]);
  assert.deepEqual([end('d', strange), end('e', failed('page_failed'))], [again, again]);
  assert.deepEqual(judge(2, 'f', strange), strange, 'each account for itself');
  assert.deepEqual(end('g', failed('wrote_first')), again, 'what is the matter with a person is not counted');
  const last = judge(1, 'h', strange);
  assert.ok(last.outcome === 'blocked' && last.reason === 'unexpected_page', JSON.stringify(last));
  assert.match(last.detail, /3 people in a row .*Looked\. Open/u);
  assert.deepEqual([end('i', strange), end('j', strange)], [again, again], 'from then on it is counted anew');
  assert.deepEqual(end('k', unknown('enter_ignored')), ['unknown', 'unexpected_page'], 'it may have been sent');
  const doubted = ['l', 'm', 'n'].map((who) => end(who, unknown('unknown_notice')));
  assert.deepEqual(doubted.at(-1), ['unknown', 'unexpected_page'], 'what stands under every message is the site’s');
});

test('people who are not found make one doubt only now and then', () => {
  const { isDoubtful } = createStrangenessCount();
  const doubts = [notFound, notFound, notFound, notFound, sent, notFound, notFound, notFound];
  assert.deepEqual(
    doubts.map((report) => isDoubtful(1, report)),
    [false, false, true, false, false, false, false, true],
  );
});
