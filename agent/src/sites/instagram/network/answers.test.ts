import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../browser/page.ts';
import { readSendAnswer } from './send-answer.ts';
import { messageIdsWith } from './thread-messages.ts';

const text = 'Hello\nalice';
const json = (value: unknown): string => JSON.stringify(value);

function exchange(answer: string, given: { text?: unknown; status?: number; body?: string } = {}): Exchange {
  const variables = json({ ig_thread_igid: '1', text: given.text ?? { sensitive_string_value: text } });
  const body = given.body ?? new URLSearchParams({ variables }).toString();
  return { headers: {}, body, status: given.status ?? 200, answer };
}
const accepted = { data: { xig_direct_text_send_with_slide_messaging_response: { message_id: 'mid.$1', id: 'x' } } };
const sent = { kind: 'sent', messageId: 'mid.$1' } as const;
const unclear = { kind: 'unclear' } as const;

test('the ID of an accepted message is found, even if the response has a prefix, several lines, or a renamed field', () => {
  for (const answer of [
    json(accepted),
    `for (;;);${json(accepted)}`,
    `${json({ label: 'first' })}\n${json(accepted)}`,
    json({ data: { renamed: { message_id: 'mid.$1' } } }),
  ])
    assert.deepEqual(readSendAnswer(exchange(answer), text), sent, answer);
  assert.deepEqual(
    readSendAnswer(exchange(json(accepted), { text: 'Hello\r\nalice ' }), text),
    sent,
    'differences in line breaks and trailing spaces are ignored',
  );
});

test('a refusal is recognized in any language', () => {
  for (const answer of [
    { message: 'Ikke tilladt', status: 'fail' },
    { data: null, errors: [{ code: 1545120, message: 'Senere' }] },
  ])
    assert.deepEqual(readSendAnswer(exchange(json(answer)), text), { kind: 'refused' });
});

test('a response in an unknown format proves nothing', () => {
  for (const answer of ['', 'Not JSON', '[]', json({ data: {} }), json({ data: { a: { message_id: 7 } } })])
    assert.deepEqual(readSendAnswer(exchange(answer), text), unclear, answer);
  assert.deepEqual(
    readSendAnswer(exchange(json(accepted), { status: 500 }), text),
    unclear,
    'the response is a server error',
  );
  assert.deepEqual(
    readSendAnswer(exchange(`${json(accepted)}\n${json({ status: 'fail' })}`), text),
    unclear,
    'the response contains a message ID and a refusal',
  );
});

test('the response to a different message is ignored', () => {
  for (const given of [{ text: 'Hello' }, { text: 7 }, { body: 'variables=%7B' }, { body: '' }])
    assert.equal(readSendAnswer(exchange(json(accepted), given), text), null);
});

test('only messages in the one-to-one conversation with the person are listed', () => {
  const thread = (...usernames: string[]) =>
    exchange(
      json({
        data: {
          thread: {
            users: usernames.map((username) => ({ username })),
            slide_messages: { edges: [{ node: { message_id: 'mid.$1' } }, { node: { message_id: 'mid.$2' } }] },
          },
        },
      }),
    );
  assert.deepEqual(messageIdsWith('alice', thread('Alice')), ['mid.$1', 'mid.$2']);
  assert.equal(messageIdsWith('alice', thread('bob')), null);
  assert.equal(messageIdsWith('alice', thread('alice', 'bob')), null, 'the conversation is a group');
  assert.equal(messageIdsWith('alice', exchange('{')), null);
});
