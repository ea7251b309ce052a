import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildTemplate, buildUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const text = { name: 'Hello', content: 'Hi {username}' };

describe('templates', () => {
  it('can be created, and are listed newest first and only for their owner', async () => {
    const user = await buildUser(server.app);
    await buildTemplate(server.app, await buildUser(server.app));
    const { template } = await server.call(user, 'POST /api/templates', { body: text });
    assert.deepEqual({ name: template.name, content: template.content }, text);
    assert.equal(template.is_selected, false);
    const second = await server.call(user, 'POST /api/templates', { body: { ...text, name: 'Second' } });
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.deepEqual(
      templates.map(({ id }) => id),
      [second.template.id, template.id],
    );
  });

  it('keep a new name and text exactly as written', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildTemplate(server.app, user);
    const changed = { name: 'New name', content: ' Kept as written \n' };
    const { template } = await server.call(user, 'PUT /api/templates/:id', { params: { id }, body: changed });
    assert.deepEqual({ name: template.name, content: template.content }, changed);
  });

  it('keep the fields that a change leaves out', async () => {
    const user = await buildUser(server.app);
    const { template } = await server.call(user, 'POST /api/templates', { body: text });
    const params = { id: template.id };
    for (const changes of [{ content: 'Bye' }, { name: 'Goodbye' }, {}]) {
      await server.call(user, 'PUT /api/templates/:id', { params, body: changes });
    }
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.deepEqual(templates, [{ ...template, name: 'Goodbye', content: 'Bye' }]);
  });

  it('are refused without a name or text, with an error for each field', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildTemplate(server.app, user);
    const body = { name: '  ', content: '\n' };
    const fields = { name: 'Template name is required', content: 'Template content is required' };
    const created = await server.refuse(user, 'POST /api/templates', { body });
    assert.deepEqual({ code: created.code, fields: created.fields }, { code: 'validation_failed', fields });
    const updated = await server.refuse(user, 'PUT /api/templates/:id', { params: { id }, body });
    assert.deepEqual(updated.fields, fields);
  });

  it('are saved without characters that the agent can’t type', async () => {
    const user = await buildUser(server.app);
    const body = { name: 'Hello', content: 'A\ue000B\ue007C\ue05dD\uf8ff' };
    const { template } = await server.call(user, 'POST /api/templates', { body });
    assert.equal(template.content, 'ABCD\uf8ff');
    const only = { params: { id: template.id }, body: { content: '\ue007' } };
    const refusal = await server.refuse(user, 'PUT /api/templates/:id', only);
    assert.equal(refusal.fields?.['content'], 'Template content is required');
  });

  it('can be selected only one at a time, even by concurrent calls', async () => {
    const user = await buildUser(server.app);
    const made = await Promise.all(Array.from({ length: 5 }, () => buildTemplate(server.app, user)));
    const answers = await Promise.all(
      made.map(({ id }) => server.call(user, 'PUT /api/templates/:id/select', { params: { id } })),
    );
    assert.ok(answers.every(({ template }) => template.is_selected));
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.equal(templates.filter((template) => template.is_selected).length, 1);
  });

  it('stay selected when another user selects a template', async () => {
    const [user, other] = [await buildUser(server.app), await buildUser(server.app)];
    for (const owner of [user, other]) {
      const { id } = await buildTemplate(server.app, owner);
      await server.call(owner, 'PUT /api/templates/:id/select', { params: { id } });
    }
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.equal(templates[0]?.is_selected, true);
  });

  it('stay selected when a request selects a template that does not exist', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildTemplate(server.app, user);
    await server.call(user, 'PUT /api/templates/:id/select', { params: { id } });
    await server.refuse(user, 'PUT /api/templates/:id/select', { params: { id: 999_999_999 } });
    const { templates } = await server.call(user, 'GET /api/templates');
    assert.equal(templates[0]?.is_selected, true);
  });

  it('are gone once deleted, and cannot be deleted again', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildTemplate(server.app, user);
    await server.call(user, 'DELETE /api/templates/:id', { params: { id } });
    assert.deepEqual((await server.call(user, 'GET /api/templates')).templates, []);
    assert.equal((await server.refuse(user, 'DELETE /api/templates/:id', { params: { id } })).status, 404);
  });

  for (const status of ['pending', 'running', 'paused'] as const) {
    it(`cannot be deleted while a campaign that uses them is ${status}`, async () => {
      const user = await buildUser(server.app);
      const { id } = await buildTemplate(server.app, user);
      const campaign = await buildCampaignRow(server.app, user, { message_template_id: id, status });
      const refusal = await server.refuse(user, 'DELETE /api/templates/:id', { params: { id } });
      assert.equal(refusal.code, 'invalid_state');
      assert.ok(refusal.error.includes(campaign.name), refusal.error);
      assert.equal((await server.call(user, 'GET /api/templates')).templates.length, 1);
    });
  }

  for (const status of ['completed', 'failed'] as const) {
    it(`can be deleted once the campaign that used them is ${status}`, async () => {
      const user = await buildUser(server.app);
      const { id } = await buildTemplate(server.app, user);
      await buildCampaignRow(server.app, user, { message_template_id: id, status });
      await server.call(user, 'DELETE /api/templates/:id', { params: { id } });
    });
  }
});

const own = async (owner: { id: number }) => ({ params: { id: (await buildTemplate(server.app, owner)).id } });
describeAccess(server, [
  { key: 'GET /api/templates' },
  { key: 'POST /api/templates', input: () => Promise.resolve({ body: text }) },
  { key: 'PUT /api/templates/:id', input: async (owner) => ({ ...(await own(owner)), body: text }), isOwned: true },
  { key: 'PUT /api/templates/:id/select', input: own, isOwned: true },
  { key: 'DELETE /api/templates/:id', input: own, isOwned: true },
]);
