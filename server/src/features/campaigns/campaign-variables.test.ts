import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const content = 'Hi {first_name|there}, is {city} nice, {username}? {shop}';
const people = {
  content,
  variables: ['first_name', 'city'],
  recipients: ['anna', 'ben', 'cleo'],
  values: { anna: { first_name: 'Anna', city: 'Bern' }, ben: { city: '{username}' }, cleo: { first_name: 'Cleo' } },
};

const setValues = (userId: number, recipient: string, values: Record<string, string> | null) =>
  app.db
    .updateTable('recipients')
    .set({ variables: values === null ? null : JSON.stringify(values) })
    .where('user_id', '=', userId)
    .where('recipient', '=', recipient)
    .execute();

describe('a message with variables', () => {
  it('is filled in for each person, and is not sent to people without a value or fallback', async () => {
    const { sendOne, counters, view, claim } = await scene(people);
    assert.deepEqual(await counters(), [2, 0, 0, 1]);
    assert.equal((await sendOne()).text, 'Hi Anna, is Bern nice, anna? {shop}');
    // A placeholder inside a value isn't filled in.
    assert.equal((await sendOne()).text, 'Hi there, is {username} nice, ben? {shop}');
    assert.equal(reasonOf(await claim()), 'campaign_not_running');
    const { status, skipped } = await view();
    assert.deepEqual([status, skipped], ['completed', [{ reason: 'missing_variable', people: 1 }]]);
  });

  it('is treated as the same message whatever the values are', async () => {
    const { user, sendOne, another } = await scene(people);
    await sendOne();
    await setValues(user.id, 'anna', { first_name: 'Ann', city: 'Rome' });
    await app.db.updateTable('recipients').set({ status: 'pending' }).where('user_id', '=', user.id).execute();
    const next = await another({ content });
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id: next.id } });
    assert.deepEqual(
      campaign.skipped.toSorted((one, other) => one.reason.localeCompare(other.reason)),
      [
        { reason: 'missing_variable', people: 1 },
        { reason: 'same_message', people: 1 },
      ],
    );
  });

  it('is not sent to a person without a value, and the log and the export name the missing variable', async () => {
    const { user, params, claim, view } = await scene({ ...people, recipients: ['anna', 'ben'] });
    await setValues(user.id, 'anna', { city: ' ' });
    await claim();
    const { logs } = await view();
    assert.deepEqual(
      logs.filter(({ action }) => action === 'skipped').map(({ recipient, message }) => [recipient, message]),
      [['anna', 'No value for a variable in the message. Missing: {city}.']],
    );
    const other = await buildCampaign(app, user, { ...people, status: 'running', name: 'Other' });
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${other.id}/logs/export` });
    const { sheets } = await readXlsx(new Uint8Array(reply.raw));
    const skipped = sheets[0]?.rows.filter((row) => row[2] === 'skipped').map((row) => [row[3], row[5]]);
    assert.deepEqual(skipped, [['cleo', 'No value for a variable in the message. Missing: {city}.']]);
    assert.equal((await server.call(user, 'GET /api/campaigns/:id', { params })).campaign.total_skipped, 1);
  });

  it('is not sent to a person for whom it would be too long', async () => {
    const long = `{username}{first_name|x}${'y'.repeat(990)}`;
    const { counters, view } = await scene({ ...people, content: long, values: { anna: { first_name: '12345678' } } });
    assert.deepEqual(await counters(), [2, 0, 0, 1]);
    assert.deepEqual((await view()).skipped, [{ reason: 'message_too_long', people: 1 }]);
  });

  it('keeps its campaign from starting if everyone would be skipped, and the error says so', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { ...people, values: { anna: { city: '' } } });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'everybody_skipped']);
    assert.equal(
      refusal.error,
      'Everyone pending on this list would be skipped. No value for a variable in the message: 3.',
    );
    const preflight = await server.call(user, 'POST /api/campaigns/:id/preflight', {
      params: { id },
      query: {},
      body: {},
    });
    assert.deepEqual(preflight.skipped, [{ reason: 'missing_variable', people: 3 }]);
    assert.deepEqual(preflight.missing_values, [{ name: 'city', people: 3 }]);
  });

  it('is shown before the start as people would see it', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { ...people, recipients: ['cleo', 'anna', 'ben'] });
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    assert.deepEqual(campaign.preview, { recipient: 'anna', text: 'Hi Anna, is Bern nice, anna? {shop}' });
    assert.deepEqual(campaign.variables, ['first_name', 'city']);
    const { messages, problems, missing_values } = await server.call(user, 'POST /api/campaigns/:id/preflight', {
      params: { id },
      query: {},
      body: {},
    });
    assert.deepEqual(
      messages.map(({ recipient }) => recipient),
      ['anna', 'ben'],
    );
    assert.deepEqual(missing_values, [{ name: 'city', people: 1 }]);
    const warning = problems.find(({ code }) => code === 'unknown_placeholder');
    assert.equal(warning?.text, "{shop} won't be filled in. People would see it as written.");
  });
});

describe('a campaign’s variables', () => {
  it('can no longer change once the campaign has started', async () => {
    const { user, campaign, claimOne, view } = await scene({ ...people, recipients: ['anna', 'ben'] });
    await app.db
      .updateTable('lists')
      .set({ variables: ['shop'] })
      .where('id', '=', campaign.listId)
      .execute();
    await setValues(user.id, 'anna', { city: 'Bern', shop: 'Dune' });
    assert.deepEqual((await view()).variables, ['first_name', 'city']);
    assert.equal((await claimOne()).text, 'Hi there, is Bern nice, anna? {shop}');
  });

  it('are the variables that the campaign’s list has at the first start', async () => {
    const user = await buildUser(app);
    const { id, listId } = await buildCampaign(app, user, people);
    await app.db
      .updateTable('lists')
      .set({ variables: ['shop'] })
      .where('id', '=', listId)
      .execute();
    await setValues(user.id, 'ben', { city: 'Bern', shop: 'Dune' });
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    assert.deepEqual([campaign.variables, campaign.total_list], [['shop'], 1]);
    assert.equal(campaign.preview?.text, 'Hi {first_name|there}, is {city} nice, ben? Dune');
  });
});

describe('a person’s value', () => {
  it('appears in the message even if it changed shortly before the claim', async () => {
    const { user, claimOne } = await scene(people);
    await setValues(user.id, 'anna', { city: 'Rome' });
    assert.equal((await claimOne()).text, 'Hi there, is Rome nice, anna? {shop}');
  });

  it('prevents the go-ahead if it changes after the claim, and appears in the text of the next claim', async () => {
    const { user, claimOne, refusalOf, report, statusOf, sendOne } = await scene(people);
    const delivery = await claimOne();
    await setValues(user.id, 'anna', { first_name: 'Anna', city: 'Rome' });
    assert.equal(await refusalOf(delivery), 'text_changed');
    await report(delivery, 'released', { reason: 'text_changed' });
    assert.equal(await statusOf(delivery), 'pending');
    assert.equal((await sendOne()).text, 'Hi Anna, is Rome nice, anna? {shop}');
  });

  it('does not prevent the go-ahead if it changes but the text does not use its variable', async () => {
    const { user, claimOne, commit } = await scene(people);
    const delivery = await claimOne();
    await setValues(user.id, 'anna', { first_name: 'Anna', city: 'Bern', other: 'x' });
    assert.equal((await commit(delivery)).may_send, true);
  });

  it('makes the campaign skip the person if it is removed before the go-ahead', async () => {
    const { user, claimOne, refusalOf, statusOf, counters } = await scene(people);
    const delivery = await claimOne();
    await setValues(user.id, 'anna', null);
    assert.equal(await refusalOf(delivery), 'missing_variable');
    assert.equal(await statusOf(delivery), 'skipped');
    assert.deepEqual(await counters(), [1, 0, 0, 2]);
  });

  it('affects neither a repeated go-ahead nor the text that a check looks for if it changes after the first go-ahead', async () => {
    const { user, commitOne, commit, fallSilent, claimCheck } = await scene(people);
    const delivery = await commitOne();
    for (const values of [{ city: 'Rome' }, null]) {
      await setValues(user.id, 'anna', values);
      assert.equal((await commit(delivery)).may_send, true);
    }
    await fallSilent(delivery);
    assert.equal((await claimCheck(delivery)).text, delivery.text);
  });

  it('has no effect on the check that follows a late report if it changes after the claim has ended', async () => {
    const { user, claimOne, fallSilent, report, claimCheck } = await scene(people);
    const delivery = await claimOne();
    await fallSilent(delivery);
    await setValues(user.id, 'anna', { city: 'Rome' });
    await report(delivery, 'unknown', { reason: 'page_lost' });
    assert.equal((await claimCheck(delivery)).text, delivery.text);
  });
});
