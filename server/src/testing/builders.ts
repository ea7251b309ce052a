import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@sandpiper/contract/auth';
import type { Pack } from '@sandpiper/contract/plans';
import { sql } from 'kysely';
import type { App } from '../platform/app-context.ts';
import { hashToken, newToken } from '../platform/secrets/tokens.ts';

/* Builds rows for tests, with made-up values that the tests can override. */

export function uniqueName(prefix: string): string {
  return `${prefix}${randomBytes(5).toString('hex')}`;
}

export type TestUser = { id: number; username: string; token: string };

type UserOptions = {
  username?: string;
  role?: Role;
  pack?: Pack;
  /** Null means no end date, and therefore no subscription. */
  subscription_end_date?: string | null;
  is_active?: boolean;
  max_retries?: number;
  delay_start?: number;
  delay_end?: number;
};

/** Builds a signed-in user. By default, the user has a valid subscription. */
export async function buildUser(app: App, options: UserOptions = {}): Promise<TestUser> {
  const user = await app.db
    .insertInto('users')
    .values({
      username: uniqueName('user-'),
      password_hash: 'nobody signs in with it',
      subscription_end_date: '2999-12-31',
      ...options,
    })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
  return { ...user, token: await buildSession(app, user.id) };
}

/**
 * Builds a session for a user and returns its token. For a day, the server treats the session as if the password had just been
 * entered, because a test may run long after its user was built.
 */
export async function buildSession(app: App, userId: number): Promise<string> {
  const token = newToken('session');
  const tomorrow = new Date(Date.now() + 86_400_000);
  await app.db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashToken(token), expires_at: tomorrow, confirmed_at: tomorrow })
    .execute();
  return token;
}

export type TestAgent = { id: number; token: string; installationId: string };

type AgentOptions = { name?: string; installation_id?: string };

/** Builds a paired agent that is offline. Its computer has no accounts. */
export async function buildAgent(app: App, user: { id: number }, options: AgentOptions = {}): Promise<TestAgent> {
  const token = newToken('agent');
  const installationId = options.installation_id ?? randomUUID();
  const { id } = await app.db
    .insertInto('agent_tokens')
    .values({
      user_id: user.id,
      name: 'Desk computer',
      token_hash: hashToken(token),
      installation_id: installationId,
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, installationId };
}

/** Builds an online agent and puts these accounts, or all of the user's existing accounts, on its computer. */
export async function buildComputer(
  app: App,
  user: { id: number },
  { accounts, ...options }: AgentOptions & { accounts?: readonly { id: number }[] } = {},
): Promise<TestAgent> {
  const agent = await buildAgent(app, user, options);
  await app.db.updateTable('agent_tokens').set({ last_seen_at: new Date() }).where('id', '=', agent.id).execute();
  await app.db
    .updateTable('profiles')
    .set({ installation_id: agent.installationId, folder: sql<string>`profile_path` })
    .where('user_id', '=', user.id)
    .$if(accounts !== undefined, (query) => query.where('id', 'in', [0, ...(accounts ?? []).map(({ id }) => id)]))
    .execute();
  return agent;
}

export type TestAccount = { id: number; profile_name: string; profile_path: string };

type AccountOptions = {
  profile_name?: string;
  profile_path?: string;
  is_active?: boolean;
  insta_username?: string;
  /** The installation ID of the account's computer. If omitted, the account isn't on any computer. */
  installation_id?: string;
  folder?: string;
  deleted_at?: Date;
  double_of?: number;
};

export function buildAccount(app: App, user: { id: number }, options: AccountOptions = {}): Promise<TestAccount> {
  const name = options.profile_name ?? uniqueName('account-');
  return app.db
    .insertInto('profiles')
    .values({ user_id: user.id, profile_name: name, profile_path: `/profiles/${uniqueName('')}.${name}`, ...options })
    .returning(['id', 'profile_name', 'profile_path'])
    .executeTakeFirstOrThrow();
}

export function buildTemplate(app: App, user: { id: number }, options: { name?: string; content?: string } = {}) {
  return app.db
    .insertInto('templates')
    .values({ user_id: user.id, name: uniqueName('template-'), content: 'Hello {username}!', ...options })
    .returning(['id', 'name', 'content'])
    .executeTakeFirstOrThrow();
}

type ListOptions = {
  name?: string;
  recipients?: string[];
  variables?: string[];
  /** The recipients' variable values, by username. */
  values?: Record<string, Record<string, string>>;
};

/** Builds a list of people who are all pending. */
export async function buildList(app: App, user: { id: number }, options: ListOptions = {}) {
  const list = await app.db
    .insertInto('lists')
    .values({ user_id: user.id, name: options.name ?? uniqueName('list-'), variables: options.variables ?? [] })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const names = options.recipients ?? [];
  const valuesOf = (name: string) => options.values?.[name];
  const stored = (name: string) => (valuesOf(name) === undefined ? null : JSON.stringify(valuesOf(name)));
  const recipients =
    names.length === 0
      ? []
      : await app.db
          .insertInto('recipients')
          .values(
            names.map((recipient) => ({ user_id: user.id, list_id: list.id, recipient, variables: stored(recipient) })),
          )
          .returning(['id', 'recipient', 'status'])
          .execute();
  return { ...list, recipients };
}
