import Fastify from 'fastify';
import pg from 'pg';
import { Server } from 'socket.io';

/*
 * The least that a server can do for a claim and a result: each is one call over HTTP and one prepared statement, which keeps the
 * campaign's counter and log exact. After a result, the server notifies the campaign's room. Nobody signs in, and only the claim's ID is
 * checked. Arguments: the database's URL and a port.
 */

const [connectionString = '', port = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });
await pool.query(`
  CREATE TABLE campaigns (sent integer NOT NULL DEFAULT 0, log_length integer NOT NULL DEFAULT 0);
  INSERT INTO campaigns DEFAULT VALUES;
  CREATE TABLE deliveries (id integer PRIMARY KEY, status text NOT NULL DEFAULT 'pending', claim_id uuid);
  CREATE INDEX pending_deliveries ON deliveries (id) WHERE status = 'pending';
  INSERT INTO deliveries (id) SELECT n FROM generate_series(1, 100000) n;
  CREATE TABLE log (number integer PRIMARY KEY, event text NOT NULL, delivery_id integer NOT NULL);
  ANALYZE`);

// Both statements lock the campaign first. Otherwise, they could deadlock.
const claim = {
  name: 'claim',
  text: `
    WITH campaign AS (UPDATE campaigns SET log_length = log_length + 1 RETURNING log_length),
    next AS (
      SELECT id FROM deliveries WHERE status = 'pending' AND EXISTS (SELECT FROM campaign)
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    ),
    claimed AS (
      UPDATE deliveries SET status = 'claimed', claim_id = gen_random_uuid() FROM next WHERE deliveries.id = next.id
      RETURNING deliveries.id, claim_id
    ),
    logged AS (INSERT INTO log SELECT log_length, 'claimed', claimed.id FROM campaign, claimed)
    SELECT id, claim_id FROM claimed`,
};
const result = {
  name: 'result',
  text: `
    WITH campaign AS (UPDATE campaigns SET log_length = log_length + 1, sent = sent + 1 RETURNING log_length),
    sent AS (
      UPDATE deliveries SET status = 'sent' WHERE id = $1 AND claim_id = $2 AND EXISTS (SELECT FROM campaign) RETURNING id
    )
    INSERT INTO log SELECT log_length, 'sent', sent.id FROM campaign, sent`,
};

const http = Fastify();
const io = new Server(http.server, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('join', (room: string, done: () => void) => {
    void socket.join(room);
    done();
  });
});
http.get('/api/health', () => 'ready');
http.post('/claim', async () => (await pool.query(claim)).rows[0] as unknown);
http.post<{ Body: { id: number; claim_id: string } }>('/result', async ({ body: { id, claim_id } }) => {
  await pool.query({ ...result, values: [id, claim_id] });
  io.to('room').emit('campaign_log');
  return {};
});
await http.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => process.exit(0));
