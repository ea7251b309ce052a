import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import type { FaultName, FaultRuleInput } from '../../control.schema.ts';
import { startSandbox } from '../../testing/sandbox.ts';
import type { Sandbox } from '../../testing/sandbox.ts';
import { sendVariables, visitAs } from '../../testing/visitor.ts';
import type { Visitor } from '../../testing/visitor.ts';

const sendName = 'IGDirectTextSendMutation';
const success = z.object({
  data: z.object({
    xig_direct_text_send_with_slide_messaging_response: z.object({
      message_id: z.string().regex(/^mid\.\$/u),
      timestamp_ms: z.string().regex(/^\d{13}$/u),
      id: z.string().min(1),
    }),
  }),
});
const refused = z.object({ status: z.literal('fail'), message: z.string() });
const graphqlError = z.object({
  data: z.null(),
  errors: z.tuple([z.object({ code: z.number(), description_raw: z.string() })]),
});
const noRequests =
  "This account can't receive your message because they don't allow new message requests from everyone.";

describe('the response to the request that sends a message', () => {
  let sandbox: Sandbox;
  let wren: Visitor;
  let thread: string;
  let keys = 0;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() => begin());

  async function begin(...states: FaultName[]): Promise<void> {
    await sandbox.reset({
      accounts: [{ username: 'wren', password: 'pw', states }],
      people: ['mia'],
      time_scale: 0.01,
    });
    wren = await visitAs(sandbox, 'wren');
    ({ thread } = await wren.open('mia'));
  }
  const answerWith = async (on: FaultRuleInput[]): Promise<Response> => {
    await sandbox.faults({ clear: true, on });
    keys += 1;
    return wren.graphql(sendName, sendVariables(thread, String(keys), 'hello'));
  };
  const delivered = async () => (await sandbox.deliveries()).length;
  const shown = async () => (await wren.open('mia')).chat.messages.map(({ isFailed }) => isFailed);

  test('the response identifies the message by the same ID as the delivery, the state and the conversation', async () => {
    const { data } = success.parse(await (await answerWith([])).json());
    const { message_id: id } = data.xig_direct_text_send_with_slide_messaging_response;
    assert.deepEqual(
      (await sandbox.deliveries()).map((delivery) => delivery.message_id),
      [id],
    );
    assert.equal((await sandbox.state()).threads[0]?.messages[0]?.message_id, id);
    const detail = await (await wren.graphql('IGDThreadDetailQuery', { thread_fbid: thread })).text();
    assert.ok(detail.includes(`"message_id":"${id}"`));
  });

  for (const name of ['hidden_bubble', 'late_bubble', 'slow_sending', 'dies_after_send', 'limit_after_send'] as const) {
    test(`${name}: the message is delivered, and the response says so`, async () => {
      success.parse(await (await answerWith([{ name, times: 1 }])).json());
      assert.equal(await delivered(), 1);
    });
  }

  for (const [name, words] of [
    ['no_requests', noRequests],
    ['late_refusal', noRequests],
    ['limited', 'Not everyone can message this account.'],
  ] as const) {
    test(`${name}: the response is a refusal with a text`, async () => {
      const answer = await answerWith([{ name }]);
      assert.deepEqual([answer.status, refused.parse(await answer.json()).message], [200, words]);
      assert.equal(await delivered(), 0);
    });
  }

  for (const [name, code, words] of [
    ['invite_pending', 1545120, /after your invitation to chat is accepted/u],
    ['rate_limit', 1404006, /We limit how often/u],
    ['daily_limit', 1404006, /daily limit/u],
    ['failed_bubble', 1675030, /server error/u],
    ['swallowed', 1675030, /server error/u],
    ['late_failure', 1675030, /server error/u],
  ] as const) {
    test(`${name}: the response contains an error`, async () => {
      const answer = graphqlError.parse(await (await answerWith([{ name }])).json());
      assert.equal(answer.errors[0].code, code);
      assert.match(answer.errors[0].description_raw, words);
      assert.equal(await delivered(), 0);
    });
  }

  for (const [name, status, message] of [
    ['wait_few_minutes', 429, 'Please wait a few minutes before you try again.'],
    ['challenge_on_send', 400, 'checkpoint_required'],
    ['signed_out_on_send', 403, 'login_required'],
  ] as const) {
    test(`${name}: the response has status ${status}`, async () => {
      const answer = await answerWith([{ name }]);
      assert.deepEqual([answer.status, refused.parse(await answer.json()).message], [status, message]);
    });
  }

  test('the response is missing if the connection is lost, whether or not the message arrived', async () => {
    await assert.rejects(answerWith([{ name: 'connection_lost_on_send' }]));
    assert.equal(await delivered(), 0);
    await assert.rejects(answerWith([{ name: 'connection_lost_after_send' }]));
    assert.equal(await delivered(), 1);
  });

  test('the response can say that the message was sent while the page shows that it failed', async () => {
    for (const name of ['failed_bubble', 'connection_lost_on_send', 'rate_limit', 'no_requests'] as const) {
      await begin();
      const answer = await answerWith([{ name }, { name: 'answer_claims_sent' }]);
      success.parse(await answer.json());
      assert.equal(await delivered(), 0, name);
    }
    await begin();
    await answerWith([{ name: 'failed_bubble' }, { name: 'answer_claims_sent' }]);
    assert.deepEqual(await shown(), [true]);
  });

  test('the response can say that the message was refused while the page shows that it was sent', async () => {
    const answer = await answerWith([{ name: 'answer_claims_refused' }]);
    assert.equal(refused.parse(await answer.json()).message, noRequests);
    assert.deepEqual([await delivered(), await shown()], [1, [false]]);
  });

  test('a fault that would not change the response is not counted', async () => {
    success.parse(await (await answerWith([{ name: 'answer_claims_sent', times: 1 }])).json());
    assert.equal(await sandbox.strikesOf('answer_claims_sent'), 0);
    await answerWith([{ name: 'failed_bubble' }, { name: 'answer_claims_refused', times: 1 }]);
    assert.equal(await sandbox.strikesOf('answer_claims_refused'), 0);
  });

  test('the response can have an unknown format or be a server error even though the message arrived', async () => {
    const unknown = await (await answerWith([{ name: 'answer_unknown_form' }])).json();
    for (const form of [success, refused, graphqlError]) assert.equal(form.safeParse(unknown).success, false);
    assert.equal((await answerWith([{ name: 'answer_http_error' }])).status, 500);
    assert.deepEqual([await delivered(), await shown()], [2, [false, false]]);
  });

  test('the response can arrive late or never, while the page shows the message', async () => {
    await sandbox.faults({ name: 'answer_never' });
    const { messages } = await wren.send(thread, 'hello');
    assert.deepEqual([messages.length, await delivered()], [1, 1]);
    const begun = Date.now();
    success.parse(await (await answerWith([{ name: 'answer_late', ms: 300 }])).json());
    assert.ok(Date.now() - begun >= 290);
  });

  test('the connection stays open if the response never arrives', async () => {
    await sandbox.faults({ name: 'answer_never' });
    const call = wren.graphql(sendName, sendVariables(thread, 'open', 'hello'));
    const first = await Promise.race([call, new Promise((resolve) => void setTimeout(resolve, 400, 'still open'))]);
    assert.equal(first, 'still open');
    await sandbox.close();
    await assert.rejects(call);
    sandbox = await startSandbox();
  });

  test('the request can have another name, and can contain the text without an object around it', async () => {
    await begin('send_renamed', 'send_plain_text');
    const chat = await (await wren.get(`/ajax/direct/chat/${thread}`)).text();
    assert.ok(chat.includes('"sending":{"name":"IGDirectTextMessageSendMutation","hasPlainText":true}'));
    const variables = { ...sendVariables(thread, 'plain', ''), text: 'plain' };
    success.parse(await (await wren.graphql('IGDirectTextMessageSendMutation', variables)).json());
    assert.equal((await sandbox.deliveries())[0]?.text, 'plain');
  });

  test('the query for a conversation returns its members and its newest eight messages, except failed messages', async () => {
    const history = Array.from({ length: 9 }, (_, index) => ({
      account: 'wren',
      from: index % 2 === 0 ? ('me' as const) : ('them' as const),
      text: `line ${index}`,
    }));
    await sandbox.reset({
      accounts: [{ username: 'wren', password: 'pw' }],
      people: [{ username: 'mia', messages: history }],
    });
    wren = await visitAs(sandbox, 'wren');
    ({ thread } = await wren.open('mia'));
    await answerWith([{ name: 'failed_bubble' }]);
    const node = z.object({ text_body: z.string(), sender_fbid: z.string() });
    const { data } = z
      .object({
        data: z.object({
          get_slide_thread_nullable: z.object({
            as_ig_direct_thread: z.object({
              users: z.array(z.object({ username: z.string(), id: z.string() })),
              viewer: z.object({ username: z.string(), id: z.string() }),
              slide_messages: z.object({ edges: z.array(z.object({ node })) }),
            }),
          }),
        }),
      })
      .parse(await (await wren.graphql('IGDThreadDetailQuery', { thread_fbid: thread })).json());
    const {
      users,
      viewer,
      slide_messages: { edges },
    } = data.get_slide_thread_nullable.as_ig_direct_thread;
    assert.deepEqual([users.map(({ username }) => username), viewer.username], [['mia'], 'wren']);
    assert.deepEqual(
      edges.map(({ node: { text_body, sender_fbid } }) => [text_body, sender_fbid === viewer.id]),
      history.slice(1).map(({ text, from }) => [text, from === 'me']),
    );
  });

  test('a request is refused if its operation is unknown, or if its form and its header name different operations', async () => {
    assert.equal((await wren.graphql('IGDirectReactionSendMutation', {})).status, 400);
    const form = new URLSearchParams({ fb_api_req_friendly_name: sendName, variables: '{}' });
    const call = await fetch(`${sandbox.url}/api/graphql`, { method: 'POST', body: form });
    assert.match(await call.text(), /differs from the one in the x-fb-friendly-name header/u);
    assert.equal(await delivered(), 0);
  });
});
