import { createClient, type Client } from '@sandpiper/contract/client';

export type Credentials = { username: string; password: string };
export type Person = Credentials & { token: string; call: Client };

/** Returns a typed client for a server. With a token, it acts as the token's user. Otherwise, it is anonymous. */
export function clientOf(url: string, token: string | null = null): Client {
  return createClient({ baseUrl: url, getToken: () => token });
}

export async function signIn(url: string, { username, password }: Credentials): Promise<Person> {
  const { token } = await clientOf(url)('POST /api/auth/login', { body: { username, password } });
  return { username, password, token, call: clientOf(url, token) };
}

/** Registers a user through the API and signs in as them. */
export async function newPerson(url: string, username = 'maria'): Promise<Person> {
  const credentials = { username, password: 'a-long-secret' };
  await clientOf(url)('POST /api/auth/register', { body: credentials });
  return signIn(url, credentials);
}
