import { randomUUID } from 'node:crypto';
import { createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import { accountPath, startCampaign } from '@sandpiper/testkit/campaigns';
import { hashOfToken, newToken } from '@sandpiper/testkit/tokens';
import type { Cluster } from '../cluster/cluster.ts';
import type { CallLog } from './call-log.ts';

/** A user with accounts, a running campaign, computers and browsers. */
export type Owner = {
  id: number;
  call: Client;
  campaignId: number;
  listId: number;
  templateId: number;
  computers: readonly { token: string; installationId: string; accountPath: string }[];
  sessions: readonly string[];
};

export type OwnerOptions = { number: number; computers: number; browsers: number; people: number };

/** Returns the IP address of a device. As with real callers, each device has its own address. */
export function addressOf(owner: number, device: number): string {
  return `10.${Math.floor(owner / 250) + 1}.${owner % 250}.${device + 1}`;
}

/**
 * Creates an owner. Writes the user and the tokens directly to the database, because signing in is slow on purpose. Creates
 * everything else through API calls.
 */
export async function makeOwner(cluster: Cluster, log: CallLog, options: OwnerOptions): Promise<Owner> {
  const { number, browsers } = options;
  const sessions = Array.from({ length: browsers + 1 }, () => newToken('session'));
  const computers = Array.from({ length: options.computers }, (_, index) => ({
    token: newToken('agent'),
    installationId: randomUUID(),
    accountPath: accountPath(index + 1),
  }));
  const [row] = await cluster.sql<{ id: string }>(
    `INSERT INTO users (username, password_hash, pack, subscription_end_date)
     VALUES ($1, 'nobody signs in with it', 'pro', '2999-12-31') RETURNING id`,
    [`owner${number}`],
  );
  const id = Number(row?.id);
  await cluster.sql(
    `INSERT INTO sessions (user_id, token_hash, expires_at) SELECT $1, unnest($2::bytea[]), now() + interval '1 day'`,
    [id, sessions.map(hashOfToken)],
  );
  await cluster.sql(`INSERT INTO agent_tokens (user_id, name, token_hash) SELECT $1, 'Computer', unnest($2::bytea[])`, [
    id,
    computers.map(({ token }) => hashOfToken(token)),
  ]);
  const token = sessions[0] ?? '';
  const call = createClient({
    baseUrl: cluster.url,
    getToken: () => token,
    fetch: log.fetchFrom(addressOf(number, 0)),
  });
  const people = Array.from({ length: options.people }, (_, index) => `person${index + 1}`);
  const campaign = await startCampaign(call, { accounts: computers.length, people });
  return { id, call, computers, sessions: sessions.slice(1), ...campaign };
}
