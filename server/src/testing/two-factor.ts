import { Secret, TOTP } from 'otpauth';
import { errorBodySchema } from '@sandpiper/contract/errors';
import { uniqueName } from './builders.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** A fake authenticator app. The server accepts the codes of the previous, current and next time step. */
export class AuthenticatorApp {
  readonly #totp: TOTP;
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  code(): string {
    return this.#totp.generate();
  }

  /** Returns the next time step's code, which the server already accepts. */
  nextCode(): string {
    return this.#totp.generate({ timestamp: Date.now() + 30_000 });
  }
}

export type TwoFactorUser = TestUser & {
  password: string;
  app: AuthenticatorApp;
  /** The code that turned on two-factor sign-in. The app may show another code by now. */
  usedCode: string;
  recoveryCodes: string[];
};

const password = 'open sesame';

export async function buildPasswordUser(server: TestServer): Promise<TestUser & { password: string }> {
  const body = { username: uniqueName('user-'), password };
  await server.call(null, 'POST /api/auth/register', { body });
  const { token, user } = await server.call(null, 'POST /api/auth/login', { body });
  return { id: user.id, username: user.username, password, token };
}

export async function turnOn(server: TestServer, user: TestUser) {
  const { secret } = await server.call(user, 'POST /api/two-factor/setup');
  const app = new AuthenticatorApp(secret);
  const usedCode = app.code();
  const { recovery_codes } = await server.call(user, 'POST /api/two-factor/confirm', { body: { code: usedCode } });
  return { app, usedCode, recoveryCodes: recovery_codes };
}

/** Builds a signed-in user with two-factor sign-in. The authenticator app's next code hasn't been used. */
export async function buildTwoFactorUser(server: TestServer): Promise<TwoFactorUser> {
  const user = await buildPasswordUser(server);
  return { ...user, ...(await turnOn(server, user)) };
}

type SignInOptions = { remembered_browser?: string; remoteAddress?: string };

/** Enters the user's password and returns the challenge, or null if no code is needed. */
export async function challengeFor(
  server: TestServer,
  { username }: { username: string },
  { remoteAddress, ...rest }: SignInOptions = {},
): Promise<string | null> {
  const reply = await server.send(null, {
    method: 'POST',
    url: '/api/auth/login',
    body: { username, password, ...rest },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  if (reply.status === 200) return null;
  const { code, challenge } = errorBodySchema.parse(reply.json);
  if (reply.status !== 401 || code !== 'two_factor_required' || challenge === undefined) throw new Error(reply.text);
  return challenge;
}
