import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, it } from 'node:test';
import pino from 'pino';
import { createApp } from '../../app.ts';
import { testConfig } from '../../testing/config.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { testServerOver } from '../../testing/test-server.ts';
import { buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';
import { sendDueMails } from '../mail/outgoing-mail.service.ts';
import { resetsToEnd } from '../password-reset/password-reset.service.ts';
import { fixedKeys } from '../../platform/secrets/server-keys.ts';

const lines: string[] = [];
const output = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const mail = await startMailServer();
const database = await openTestDatabase();
const config = { ...testConfig, smtpUrl: mail.url, publicUrl: 'https://sandpiper.example' };
const app = await createApp({ config, log: pino({ level: 'trace' }, output), database, keys: fixedKeys('a secret') });
const server = testServerOver(app);
after(async () => {
  await app.http.close();
  await database.close();
});

it('no log line contains a password, code, challenge or link, even if sign-ins, emails or queries fail', async () => {
  const user = await buildTwoFactorUser(server);
  const challenge = (await challengeFor(server, user)) ?? '';
  const code = user.app.nextCode();
  const finish = { challenge, code: '000000', remember: true };
  await server.refuse(null, 'POST /api/auth/two-factor', { body: finish });
  const signedIn = await server.call(null, 'POST /api/auth/two-factor', { body: { ...finish, code } });
  const address = 'ana@example.com';
  await app.db.insertInto('mail_addresses').values({ user_id: user.id, address, confirmed_at: new Date() }).execute();
  mail.hangUp();
  await server.call(null, 'POST /api/auth/password-reset', { body: { address } });
  await resetsToEnd(app);
  await sendDueMails(app);
  const token = 'sandpiper_reset_made-up';
  await server.refuse(null, 'PUT /api/auth/password-reset', { body: { token, new_password: user.password } });
  // Cause an unexpected error, so that it is logged.
  await app.db.schema.dropTable('two_factor_secrets').execute();
  const turnOff = { password: user.password, code: '987654' };
  assert.equal((await server.refuse(user, 'POST /api/two-factor/turn-off', { body: turnOff })).status, 500);

  const log = lines.join('');
  for (const seen of ['/api/auth/two-factor', 'an email could not be sent yet', 'request failed']) {
    assert.ok(log.includes(seen), seen);
  }
  // Timestamps in the log can contain any digits, so codes are matched as whole words.
  for (const digits of [code, '987654']) assert.doesNotMatch(log, new RegExp(`\\b${digits}\\b`));
  const secrets = [user.password, challenge, signedIn.token, ...user.recoveryCodes, 'sandpiper_'];
  for (const secret of secrets) assert.ok(!log.includes(secret), secret);
});
