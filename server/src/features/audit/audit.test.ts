import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { change } from '../../platform/change.ts';
import { recordAudit, userActor } from './audit.service.ts';

const { app } = await testServer();

async function recorded() {
  const user = await buildUser(app);
  await change(app, (change) =>
    recordAudit(change, {
      action: 'agent_token_created',
      userId: user.id,
      by: userActor(user),
      request: { ip: '203.0.113.7', id: 'request-1' },
      subject: 'agent token 3',
      detail: { name: 'Office PC' },
    }),
  );
  return user;
}

const eventsOf = (userId: number) =>
  app.db.selectFrom('audit_events').selectAll().where('user_id', '=', userId).execute();

describe('an audit event', () => {
  it('records who did what to what, when and from where', async () => {
    const user = await recorded();
    const [event] = await eventsOf(user.id);
    assert.ok(event);
    const { id, at, ...facts } = event;
    assert.ok(id > 0 && Date.parse(at) > 0);
    assert.deepEqual(facts, {
      action: 'agent_token_created',
      user_id: user.id,
      actor_kind: 'user',
      actor_id: user.id,
      actor_name: user.username,
      user_name: user.username,
      subject: 'agent token 3',
      address: '203.0.113.7',
      request_id: 'request-1',
      detail: { name: 'Office PC' },
      changes: null,
    });
  });

  it('is not written if its action is rolled back', async () => {
    const user = await buildUser(app);
    const failing = change(app, async (change) => {
      await recordAudit(change, { action: 'password_changed', userId: user.id, by: userActor(user), request: null });
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    assert.deepEqual(await eventsOf(user.id), []);
  });

  it('cannot be changed or deleted, and outlives its user', async () => {
    const user = await recorded();
    for (const statement of [
      sql`UPDATE audit_events SET action = 'x' WHERE user_id = ${user.id}`,
      sql`DELETE FROM audit_events WHERE user_id = ${user.id}`,
      sql`TRUNCATE audit_events`,
    ]) {
      await assert.rejects(statement.execute(app.db), /never changed or deleted/);
    }
    await app.db.deleteFrom('users').where('id', '=', user.id).execute();
    assert.equal((await eventsOf(user.id)).length, 1);
  });
});
