import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue, makeRetryable } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Builds two campaigns. By default, both are running and send the same text to the same list, each from its own account. */
async function two(options: Parameters<typeof scene>[0] = {}, ofSecond: Parameters<typeof scene>[0] = {}) {
  const given = await scene(options);
  const second = await given.another(ofSecond);
  return { ...given, second };
}

describe('two campaigns that run at the same time', () => {
  it('never claim the same person at the same time', async () => {
    const { claimOne, second } = await two();
    const people = [(await claimOne()).recipient, (await claimOne(second.account.id)).recipient];
    assert.deepEqual(people, ['anna', 'ben']);
  });

  it('message everyone once, no matter how often they claim at the same time', async () => {
    const recipients = Array.from({ length: 8 }, (_, index) => `person${index}`);
    const { account, second, claim, commit, report, view, contacts } = await two({ recipients });
    const written: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      await makeDue(app, account);
      await makeDue(app, second.account);
      const answers = await Promise.all([claim(account.id), claim(second.account.id)]);
      const claimed = answers.flatMap(({ delivery }) => (delivery === null ? [] : [delivery]));
      assert.equal(new Set(claimed.map(({ recipient }) => recipient)).size, claimed.length);
      await Promise.all(
        claimed.map(async (delivery) => {
          if (!(await commit(delivery)).may_send) return;
          written.push(delivery.recipient);
          await report(delivery, 'sent');
        }),
      );
    }
    assert.deepEqual(written.toSorted(), recipients);
    assert.equal((await contacts()).length, 8);
    const [one, other] = [await view(), await view(second.id)];
    assert.deepEqual([one.status, other.status], ['completed', 'completed']);
    assert.equal(one.total_sent + other.total_sent, 8);
    assert.deepEqual([one.total_sent + one.total_skipped, other.total_sent + other.total_skipped], [8, 8]);
  });

  it('wait for each other, and the second reports that the remaining people are being messaged', async () => {
    const { commitOne, report, claim, second, logOfPeople, view } = await two({ recipients: ['anna'] });
    const delivery = await commitOne();
    const waiting = await claim(second.account.id);
    assert.ok(waiting.delivery === null);
    assert.equal(waiting.reason, 'being_written_to');
    assert.ok(Date.parse(waiting.not_before ?? '') > Date.now());
    assert.equal((await view(second.id)).status, 'running');
    await report(delivery, 'sent');
    assert.equal(reasonOf(await claim(second.account.id)), 'nothing_left');
    assert.deepEqual(await logOfPeople(second.id), ['anna skipped']);
    assert.equal((await view(second.id)).status, 'completed');
  });

  it('wait for each other even while an agent only checks whether a message was sent', async () => {
    const { commitOne, fallSilent, claim, claimCheck, report, second, view } = await two(
      { recipients: ['anna'] },
      { content: 'Another text' },
    );
    const delivery = await commitOne();
    await fallSilent(delivery);
    assert.equal(reasonOf(await claim(second.account.id)), 'being_written_to');
    await report(await claimCheck(delivery), 'failed', { reason: 'not_sent' });
    assert.equal(reasonOf(await claim(second.account.id)), 'nothing_left', 'anna counts as failed on the list');
    assert.deepEqual((await view(second.id)).skipped, [{ reason: 'not_pending', people: 1 }]);
  });

  it('send a person the same text only once, even from different lists, but can send different texts', async () => {
    for (const [content, expected] of [
      ['Hello {username}!', [{ reason: 'same_message', people: 1 }]],
      ['Another text', []],
    ] as const) {
      const given = await scene({ recipients: ['anna', 'ben'] });
      const { id: listId } = (await server.call(given.user, 'POST /api/lists', { body: { name: 'Others' } })).list;
      await server.call(given.user, 'POST /api/recipients', { body: { list_id: listId, recipient: 'anna' } });
      const second = await given.another({ listId, content });
      await given.sendOne();
      if (expected.length > 0) assert.equal(reasonOf(await given.claim(second.account.id)), 'nothing_left');
      else await given.sendOne(second.account.id);
      assert.deepEqual((await given.view(second.id)).skipped, expected);
    }
  });

  it('don’t affect each other if they belong to different users', async () => {
    const [one, other] = [await scene({ recipients: ['anna'] }), await scene({ recipients: ['anna'] })];
    assert.deepEqual([(await one.claimOne()).recipient, (await other.claimOne()).recipient], ['anna', 'anna']);
  });
});

describe('a text that a campaign has sent before', () => {
  it('is not sent to the same people again after the campaign has been deleted and created again', async () => {
    const { user, params, sendOne, another, recipients, view } = await scene({ recipients: ['anna', 'ben'] });
    await sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.deepEqual((await recipients())[0], ['anna', 'pending']);
    const again = await another();
    const { total_list, skipped } = await view(again.id);
    assert.deepEqual([total_list, skipped], [1, [{ reason: 'same_message', people: 1 }]]);
    assert.equal((await sendOne(again.account.id)).recipient, 'ben');
  });

  it('is treated as the same text in a template with another name, and as a different text if even one character differs', async () => {
    const { user, params, sendOne, another, view } = await scene({ recipients: ['anna', 'ben'] });
    await sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.equal((await view((await another()).id)).total_skipped, 1);
    assert.equal((await view((await another({ name: 'New', content: 'Hello {username}.' })).id)).total_skipped, 0);
  });

  it('is not sent again if the outcome of the first message is unknown', async () => {
    const { user, params, commitOne, report, another, view } = await scene({ recipients: ['anna', 'ben'] });
    await report(await commitOne(), 'unknown', { reason: 'no_note' });
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.equal((await view((await another()).id)).total_skipped, 1);
  });

  it('can be sent if the first message was definitely not sent', async () => {
    const { user, params, commitOne, report, another, view } = await scene({ recipients: ['anna', 'ben'] });
    await report(await commitOne(), 'failed', { reason: 'not_sent' });
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.equal((await view((await another()).id)).total_skipped, 0);
  });

  it('is sent once more if the campaign may repeat it, and both messages are remembered', async () => {
    const { user, params, sendOne, another, claim, contacts, view } = await scene({ recipients: ['anna'] });
    await sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    const again = await another({ allow_repeat: true });
    assert.equal((await sendOne(again.account.id)).recipient, 'anna');
    assert.equal((await view(again.id)).status, 'completed');
    assert.notEqual(reasonOf(await claim(again.account.id)), null);
    assert.deepEqual(await contacts(), ['anna sent Spring', 'anna sent Summer']);
  });

  it('is still remembered as sent if sending it again fails', async () => {
    const { user, params, sendOne, commitOne, report, another, contacts } = await scene({ recipients: ['anna'] });
    await sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    const again = await another({ allow_repeat: true });
    await report(await commitOne(again.account.id), 'failed', { reason: 'not_sent' });
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is remembered with the names of its campaign and account after they and the list are deleted', async () => {
    const { user, params, campaign, account, sendOne } = await scene({ recipients: ['anna'] });
    await sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: campaign.listId } });
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: account.id } });
    const row = await app.db
      .selectFrom('contacts')
      .select(['person', 'state', 'campaign_name', 'profile_name'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, {
      person: 'anna',
      state: 'sent',
      campaign_name: 'Spring',
      profile_name: account.profile_name,
    });
  });
});

describe('a person who must not be contacted', () => {
  it('is never claimed, even if they are added to a list again with a different spelling', async () => {
    const { user, claim, claimOne, campaign, account, report } = await scene({ recipients: ['anna', 'ben'] });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    await report(await claimOne(), 'failed', { reason: 'page_failed' });
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: campaign.listId, recipients: ['@ANNA'] } });
    await makeDue(app, account);
    await makeRetryable(app, campaign);
    assert.equal((await claim()).delivery?.recipient, 'ben');
  });

  it('is still skipped when they are added to a new list after the campaign and its list have been deleted', async () => {
    const { user, params, campaign, another, claimOne, claim, view } = await scene({ recipients: ['anna', 'ben'] });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: campaign.listId } });
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Again' } });
    const names = { recipients: ['anna', 'ben'], list_id: list.id };
    assert.equal((await server.call(user, 'POST /api/recipients/bulk', { body: names })).added, 2);
    const again = await another({ listId: list.id });
    assert.deepEqual((await view(again.id)).skipped, [{ reason: 'do_not_contact', people: 1 }]);
    assert.equal((await claimOne(again.account.id)).recipient, 'ben');
    assert.notEqual(reasonOf(await claim(again.account.id)), null);
  });

  it('is reported as in flight only if a message may be on its way', async () => {
    const { user, commitOne, claimOne, fallSilent, campaign } = await scene({ accounts: 2 });
    const leaving = await commitOne();
    await claimOne(campaign.accounts[1]?.id);
    const add = () => server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna', 'ben', 'cleo'] } });
    assert.deepEqual((await add()).in_flight, ['anna']);
    await fallSilent(leaving);
    assert.deepEqual((await add()).in_flight, ['anna']);
  });
});

describe('a text that differs only in the spaces and line breaks around it', () => {
  /**
   * Builds a campaign for three people. The first people have already received the texts in `earlier`, one text each. Returns why people
   * are skipped at the campaign's start.
   */
  async function skippedBy(earlier: string[], content: string) {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { recipients: ['person0', 'person1', 'person2'], content });
    for (const [index, text] of earlier.entries()) {
      await sql`INSERT INTO contacts (user_id, person, text_key, state, contacted_at, delivery_id, campaign_name)
        VALUES (${user.id}, ${`person${index}`}, md5(${text}), 'sent', now(), 0, 'Earlier')`.execute(app.db);
    }
    const params = { id };
    const expected = await server.call(user, 'POST /api/campaigns/:id/preflight', { params, query: {}, body: {} });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params });
    assert.deepEqual(expected.skipped, campaign.skipped);
    return campaign.skipped;
  }

  it('is the same message, because the agent does not type those spaces and line breaks', async () => {
    assert.deepEqual(await skippedBy(['Hello\nAnna'], ' Hello\r\nAnna \n'), [{ reason: 'same_message', people: 1 }]);
    assert.deepEqual(await skippedBy(['Hello\nAnna'], 'Hello \nAnna'), []);
  });

  it('is still the same message if an earlier version of the server, which compared texts as written, sent it to some of the people', async () => {
    const [asWritten, asTyped] = ['Hello\n', 'Hello'];
    assert.deepEqual(await skippedBy([asWritten, asTyped], asWritten), [{ reason: 'same_message', people: 2 }]);
  });
});
