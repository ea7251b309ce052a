import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { ApiKey } from '@sandpiper/contract/api';
import { usualRetention } from '@sandpiper/contract/limits';
import { auditOf } from '../../testing/audited-acts.ts';
import type { Act } from '../../testing/audited-acts.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/test-server.ts';

const backupDir = await mkdtemp(join(tmpdir(), 'sandpiper-audited-'));
after(() => rm(backupDir, { recursive: true, force: true }));
const server = await startTestServer({ databaseUrl: null, backupDir, dataDir: backupDir });
const { app } = server;

const { recordedBy, itIsRecorded } = auditOf(server);

const changedUser = async (body: object = {}) => ({ params: { id: (await buildUser(app)).id }, body });

async function someTicket(owner: TestUser): Promise<number> {
  const body = { subject: 'Hello', description: 'Hello' };
  return (await server.call(owner, 'POST /api/support', { body })).ticket.id;
}

/** A valid input and the expected event for each administrator endpoint that changes something. */
const administrators: Partial<Record<ApiKey, Act>> = {
  'POST /api/users': {
    input: () => Promise.resolve({ body: { username: uniqueName('new-'), password: 'open sesame', pack: 'pro' } }),
    action: 'user_created',
  },
  'PUT /api/users/:id': {
    input: async () => {
      const user = await buildUser(app);
      return { params: { id: user.id }, body: { username: user.username, role: 'admin', pack: 'starter' } };
    },
    action: 'user_changed',
    expected: { changes: { role: { from: 'user', to: 'admin' } } },
  },
  'PUT /api/users/:id/password': { input: () => changedUser({ new_password: 'open sesame' }), action: 'password_set' },
  'DELETE /api/users/:id': { input: () => changedUser(), action: 'user_deleted' },
  'DELETE /api/users/:id/two-factor': {
    input: async () => {
      const user = await buildUser(app);
      const two_factor_since = new Date();
      await app.db.updateTable('users').set({ two_factor_since }).where('id', '=', user.id).execute();
      return { params: { id: user.id } };
    },
    action: 'two_factor_reset',
  },
  'POST /api/backups': { input: () => Promise.resolve({}), action: 'backup_requested' },
  'POST /api/restore/confirm': {
    input: async () => {
      await app.db.insertInto('restores').values({ backup_made_at: new Date() }).execute();
      return {};
    },
    action: 'restore_confirmed',
  },
  'PUT /api/registration': { input: () => Promise.resolve({ body: { mode: 'open' } }), action: 'registration_changed' },
  'PUT /api/retention': {
    input: () => Promise.resolve({ body: { ...usualRetention, campaign_logs: 400 } }),
    action: 'retention_changed',
    expected: { changes: { campaign_logs: { from: null, to: 400 } } },
  },
  'POST /api/invitations': { input: () => Promise.resolve({ body: {} }), action: 'invitation_created' },
  'DELETE /api/invitations/:id': {
    input: async () => {
      const admin = await buildUser(app, { role: 'admin' });
      const { invitation } = await server.call(admin, 'POST /api/invitations', { body: {} });
      return { params: { id: invitation.id } };
    },
    action: 'invitation_revoked',
  },
  'DELETE /api/contact/:id': {
    input: async () => {
      const message = { name: 'Ana', email: 'ana@example.com', message: 'Hello' };
      return {
        params: await app.db.insertInto('contact_messages').values(message).returning('id').executeTakeFirstOrThrow(),
      };
    },
    action: 'contact_message_deleted',
    expected: { detail: {} },
  },
  'PUT /api/support/:id': {
    input: async () => ({ params: { id: await someTicket(await buildUser(app)) }, body: { status: 'closed' } }),
    action: 'ticket_changed',
    expected: { changes: { status: { from: 'open', to: 'closed' } } },
  },
};

const changes = [...app.boundCalls].filter((key) => api[key].access === 'admin' && !key.startsWith('GET '));

describe('administrator actions in the audit log', () => {
  for (const key of changes) {
    const act = administrators[key];
    if (act !== undefined) itIsRecorded(key, act, 'admin');
    else
      it(`${key} is recorded`, () =>
        assert.fail(
          `Add ${key} to "administrators" in this file, and call recordActOf where the server makes the change.`,
        ));
  }

  it('replies to other users’ tickets are recorded', async () => {
    const [owner, admin] = [await buildUser(app), await buildUser(app, { role: 'admin' })];
    const input = { params: { id: await someTicket(owner) }, body: { message: 'Hello' } };
    const [event] = await recordedBy(admin, 'POST /api/support/:id/messages', input);
    assert.deepEqual([event?.action, event?.user_name], ['ticket_answered', owner.username]);
    assert.deepEqual(await recordedBy(owner, 'POST /api/support/:id/messages', input), []);
  });

  it('saving a ticket or user without changing anything is not recorded', async () => {
    const [owner, admin] = [await buildUser(app), await buildUser(app, { role: 'admin' })];
    const ticket = { params: { id: await someTicket(owner) }, body: {} };
    assert.deepEqual(await recordedBy(admin, 'PUT /api/support/:id', ticket), []);
    assert.deepEqual(await recordedBy(admin, 'PUT /api/users/:id', { params: { id: owner.id }, body: {} }), []);
  });
});
