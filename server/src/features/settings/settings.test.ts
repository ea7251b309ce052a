import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingsDefaults } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { updateTimezone } from './settings.store.ts';

const server = await testServer();
const settings = { max_retries: 5, delay_start: 60, delay_end: 90 };

describe('settings', () => {
  it('start with the defaults, and are saved only for their owner', async () => {
    const user = await buildUser(server.app);
    const other = await buildUser(server.app);
    assert.deepEqual((await server.call(user, 'GET /api/settings')).settings, settingsDefaults);
    assert.deepEqual((await server.call(user, 'PUT /api/settings', { body: settings })).settings, settings);
    assert.deepEqual((await server.call(user, 'GET /api/settings')).settings, settings);
    assert.deepEqual((await server.call(other, 'GET /api/settings')).settings, settingsDefaults);
  });

  for (const [field, value, message] of [
    ['max_retries', 0, 'Max retries must be between 1 and 10'],
    ['max_retries', 11, 'Max retries must be between 1 and 10'],
    ['max_retries', 2.5, 'Max retries must be between 1 and 10'],
    ['delay_start', 29, 'Delay start must be between 30 and 3600 seconds'],
    ['delay_end', 3601, 'Delay end must be between 30 and 3600 seconds'],
    ['delay_end', 59, 'Delay end must be greater than or equal to delay start'],
  ] as const) {
    it(`refuse ${field} ${value} with an error that says what is allowed`, async () => {
      const user = await buildUser(server.app);
      const refusal = await server.refuse(user, 'PUT /api/settings', { body: { ...settings, [field]: value } });
      assert.equal(refusal.error, message);
      assert.equal(refusal.fields?.[field], message);
      assert.deepEqual((await server.call(user, 'GET /api/settings')).settings, settingsDefaults);
    });
  }

  it('accept the lowest and highest allowed values', async () => {
    const user = await buildUser(server.app);
    for (const body of [
      { max_retries: 1, delay_start: 30, delay_end: 30 },
      { max_retries: 10, delay_start: 3600, delay_end: 3600 },
    ]) {
      assert.deepEqual((await server.call(user, 'PUT /api/settings', { body })).settings, body);
    }
  });
});

describe('the time zone of a user', () => {
  it('is UTC until it is set, and is part of the session', async () => {
    const user = await buildUser(server.app);
    const other = await buildUser(server.app);
    const zoneOf = async (who: TestUser) => (await server.call(who, 'GET /api/auth/profile')).user.timezone;
    assert.equal(await zoneOf(user), null);
    await server.call(user, 'PUT /api/settings/timezone', { body: { timezone: 'Asia/Kolkata' } });
    assert.equal(await zoneOf(user), 'Asia/Kolkata');
    assert.equal(await zoneOf(other), null);
  });

  it('must be known to the server and to its database', async () => {
    const user = await buildUser(server.app);
    const set = (timezone: string) => server.refuse(user, 'PUT /api/settings/timezone', { body: { timezone } });
    assert.equal((await set('Atlantis')).fields?.['timezone'], 'Enter a time zone such as Europe/Berlin');
    assert.equal(await updateTimezone(server.app.db, user.id, 'Atlantis'), false);
    assert.equal((await server.call(user, 'GET /api/auth/profile')).user.timezone, null);
  });
});

describeAccess(server, [
  { key: 'GET /api/settings' },
  { key: 'PUT /api/settings', input: () => Promise.resolve({ body: settings }) },
  { key: 'PUT /api/settings/timezone', input: () => Promise.resolve({ body: { timezone: 'Europe/Berlin' } }) },
]);
