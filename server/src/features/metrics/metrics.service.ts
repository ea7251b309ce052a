import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isOnThisComputer } from '../../platform/http/request-origin.ts';
import { describeBackups } from '../backups/backups.service.ts';
import { listQueues, queues, readFigures } from './metrics.store.ts';

/** How long to wait for the database. This is less than Prometheus's default scrape timeout of ten seconds. */
const databaseMs = 3000;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Throws if the caller isn't allowed to read the metrics. If METRICS_TOKEN is set, callers need that token. Otherwise, only programs on the
 * server's own machine may read them.
 */
export function requireReader(app: App, request: FastifyRequest): void {
  const { metricsToken } = app.config;
  if (metricsToken === null) {
    if (isOnThisComputer(request)) return;
    throw new AppError(
      'forbidden',
      "Metrics can only be read on the server's own machine. To read them from elsewhere, set METRICS_TOKEN.",
    );
  }
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(metricsToken))) return;
  throw new AppError('unauthenticated', 'Reading the metrics requires the token in METRICS_TOKEN.');
}

type DatabaseGauges = ReturnType<typeof createDatabaseGauges>;

/** Creates the gauges for the database and its backups. All processes that share the database report the same values. */
export function createDatabaseGauges({ metrics }: App) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics.registry] });
  const ofQueues = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers: [metrics.registry] });
  return {
    up: gauge('sandpiper_database_up', 'Whether the database responded: 1 or 0'),
    bytes: gauge('sandpiper_database_size_bytes', 'Size of the database'),
    runningCampaigns: gauge('sandpiper_campaigns_running', 'Running campaigns'),
    onlineAgents: gauge('sandpiper_agents_online', 'Agents that have contacted the server in the last 45 seconds'),
    heldAccounts: gauge('sandpiper_accounts_on_hold', 'Accounts on hold'),
    lastBackup: gauge('sandpiper_last_backup_timestamp_seconds', 'When the embedded database was last backed up'),
    waiting: ofQueues('sandpiper_queue_waiting', 'Entries waiting in each queue'),
    oldest: ofQueues(
      'sandpiper_queue_oldest_seconds',
      'Age of the oldest entry in each queue, or 0 if the queue is empty',
    ),
  };
}

/** Returns all metrics in Prometheus's text format. If the database can't be read in time, leaves out its figures and queues. */
export async function readMetrics(app: App, gauges: DatabaseGauges): Promise<string> {
  const { up, bytes, runningCampaigns, onlineAgents, heldAccounts, waiting, oldest } = gauges;
  const read = Promise.all([readFigures(app.db), listQueues(app.db)]);
  const found = await Promise.race([read, setTimeout(databaseMs, null, { ref: false })]).catch((err: unknown) => {
    app.log.warn({ err }, 'the database metrics could not be read');
    return null;
  });
  up.set(found === null ? 0 : 1);
  if (found === null) {
    for (const gauge of [bytes, runningCampaigns, onlineAgents, heldAccounts]) gauge.remove();
    for (const gauge of [waiting, oldest]) gauge.reset();
  } else {
    const [figures, queued] = found;
    bytes.set(figures.bytes);
    runningCampaigns.set(figures.running_campaigns);
    onlineAgents.set(figures.online_agents);
    heldAccounts.set(figures.held_accounts);
    for (const queue of queues) {
      const entry = queued.find((one) => one.queue === queue);
      waiting.set({ queue }, entry?.waiting ?? 0);
      oldest.set({ queue }, entry?.oldest_seconds ?? 0);
    }
  }
  await readLastBackup(app, gauges);
  return app.metrics.registry.metrics();
}

async function readLastBackup(app: App, { lastBackup }: DatabaseGauges): Promise<void> {
  const [newest] = (await describeBackups(app)).files;
  if (newest === undefined) lastBackup.remove();
  else lastBackup.set(Date.parse(newest.made_at) / 1000);
}
