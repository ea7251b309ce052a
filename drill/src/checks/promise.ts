import type { Cluster } from '../cluster/cluster.ts';
import type { Ledger } from '../load/ledger.ts';

/** Checks that nobody got the same message twice, and that the server has recorded everyone who got a message. Returns what is wrong. */
export async function checkPromise({ sql }: Pick<Cluster, 'sql'>, ledger: Ledger): Promise<string[]> {
  // Copy the messages before querying the database. Messages that are sent after the query would look unrecorded.
  const messages = [...ledger.messages];
  const rows = await sql<{ message: string }>(
    `SELECT deliveries.campaign_id || ' ' || deliveries.recipient AS message FROM deliveries
     LEFT JOIN claims ON claims.delivery_id = deliveries.id
     WHERE deliveries.status IN ('sent', 'unknown') OR claims.committed_at IS NOT NULL`,
  );
  const known = new Set(rows.map(({ message }) => message));
  return [
    ...ledger.sentTwice.map((message) => `sent twice: ${message}`),
    ...messages.filter((message) => !known.has(message)).map((message) => `not recorded by the server: ${message}`),
  ];
}
