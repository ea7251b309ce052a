import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { addAccountRoutes } from './features/accounts/accounts.routes.ts';
import { addAgentRoutes } from './features/agent/agent.routes.ts';
import { addAgentTokenRoutes } from './features/agent-tokens/agent-tokens.routes.ts';
import { addAuditRoutes } from './features/audit/audit.routes.ts';
import { addAuthRoutes } from './features/auth/auth.routes.ts';
import { addBackupRoutes } from './features/backups/backups.routes.ts';
import { addCampaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { addWhyRoutes } from './features/campaigns/campaign-why.routes.ts';
import { addPasswordResetRoutes } from './features/password-reset/password-reset.routes.ts';
import { addSessionRoutes } from './features/auth/sessions.routes.ts';
import { addBrowserProfileRoutes } from './features/browser-profiles/browser-profiles.routes.ts';
import { addContactRoutes } from './features/contact/contact.routes.ts';
import { addDashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { addDataExportRoutes } from './features/data-export/data-export.routes.ts';
import { addDiagnosticReportRoutes } from './features/diagnostic-reports/diagnostic-reports.routes.ts';
import { addDoNotContactRoutes } from './features/do-not-contact/do-not-contact.routes.ts';
import { addHealthRoutes } from './features/health/health.routes.ts';
import { addImportRoutes } from './features/imports/imports.routes.ts';
import { addInstallerRoutes } from './features/installer/installer.routes.ts';
import { addListFillingRoutes } from './features/list-fillings/list-fillings.routes.ts';
import { addListRoutes } from './features/lists/lists.routes.ts';
import { addMailRoutes } from './features/mail/mail.routes.ts';
import { addMetricsRoute } from './features/metrics/metrics.routes.ts';
import { addNoticeRoutes } from './features/notices/notices.routes.ts';
import { addPagePackRoutes } from './features/page-pack/page-pack.routes.ts';
import { addPeopleChangeRoutes } from './features/people-changes/people-changes.routes.ts';
import { addPeopleRoutes } from './features/people/people.routes.ts';
import { addPersonRoutes } from './features/person/person.routes.ts';
import { addRecipientRoutes } from './features/recipients/recipients.routes.ts';
import { addRegistrationRoutes } from './features/registration/registration.routes.ts';
import { createRegistrationReader } from './features/registration/registration.service.ts';
import { addRetentionRoutes } from './features/retention/retention.routes.ts';
import { addRestoreRoutes } from './features/restores/restores.routes.ts';
import { addSavedFilterRoutes } from './features/saved-filters/saved-filters.routes.ts';
import { addSettingsRoutes } from './features/settings/settings.routes.ts';
import { addSupportRoutes } from './features/support/support.routes.ts';
import { addTagRoutes } from './features/tags/tags.routes.ts';
import { addTemplateRoutes } from './features/templates/templates.routes.ts';
import { addTestMessageRoutes } from './features/test-messages/test-messages.routes.ts';
import { addTwoFactorRoutes } from './features/two-factor/two-factor.routes.ts';
import { addUnreadCheckRoutes } from './features/unread-checks/unread-checks.routes.ts';
import { addUserDeletionRoutes } from './features/user-deletion/user-deletion.routes.ts';
import { addUserRoutes } from './features/users/users.routes.ts';
import { addVariableRoutes } from './features/variables/variables.routes.ts';
import { sessionIdleSeconds } from './platform/access/access.service.ts';
import { createSessionFinder } from './platform/access/access.store.ts';
import { stopJobs } from './platform/background-jobs.ts';
import type { Config } from './platform/config.ts';
import type { App } from './platform/app-context.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { createMaintenance } from './platform/database/maintenance.ts';
import type { Maintenance } from './platform/database/maintenance.ts';
import { CallsInProgress } from './platform/http/calls-in-progress.ts';
import { CallLimits } from './platform/http/call-limits.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createEvents } from './platform/realtime/events.ts';
import { measureSockets } from './platform/realtime/socket-metrics.ts';
import { createSocketServer } from './platform/realtime/socket-server.ts';
import { loadPersonKeys } from './platform/secrets/person-keys.ts';
import { createSecretBox } from './platform/secrets/secret-box.ts';
import { deriveKey } from './platform/secrets/server-keys.ts';
import type { ServerKeys } from './platform/secrets/server-keys.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { version } = z.object({ version: z.string() }).parse(manifest);

type Parts = {
  config: Config;
  log: Logger;
  database: Pick<OpenDatabase, 'db' | 'eventsPools' | 'disk'>;
  keys: ServerKeys;
};

/** Builds the server without making it listen. Requests can be sent with `http.inject`. */
export async function createApp({ config, log, database, keys }: Parts): Promise<App> {
  const metrics = createMetrics(version);
  const http = await createHttpServer({ config, log, version, metrics });
  const attemptKey = deriveKey(keys.current().secret, 'counted attempts', 32);
  const callLimits = new CallLimits({ db: database.db, attemptKey }, config);
  const { db, eventsPools } = database;
  const findSession = createSessionFinder(db, sessionIdleSeconds(config));
  const io = createSocketServer({ http, db, config, log, eventsPools, findSession, callLimits });
  measureSockets(metrics.registry, io);
  const secrets = createSecretBox(keys);
  const app: App = {
    config,
    http,
    db,
    findSession,
    syncToDisk: async () => database.disk?.syncCommits(),
    maintenance: config.databaseUrl === null ? maintenanceOf(database, http) : null,
    log,
    events: createEvents(io, eventsPools !== null),
    metrics,
    attemptKey,
    callLimits,
    secrets,
    personKeys: await loadPersonKeys(db, secrets, keys),
    mailer: config.smtpUrl === null ? null : createMailer(config.smtpUrl, config.mailFrom),
    boundCalls: new Set(),
  };
  addFeatures(app);
  await serveWebApp(app, createRegistrationReader(app));
  http.addHook('preClose', async () => {
    app.mailer?.close();
    await stopJobs(app);
  });
  return app;
}

function maintenanceOf({ db, disk }: Parts['database'], http: FastifyInstance): Maintenance {
  const calls = new CallsInProgress(http);
  return createMaintenance(db, { disk, callsToEnd: () => calls.toEnd() });
}

/** Registers the routes of all features. Call the function of each new feature here, because nothing is loaded automatically. */
function addFeatures(app: App): void {
  addHealthRoutes(app, version);
  addMetricsRoute(app);
  addAuthRoutes(app);
  addPasswordResetRoutes(app);
  addRegistrationRoutes(app);
  addRetentionRoutes(app);
  addTwoFactorRoutes(app);
  addSessionRoutes(app);
  addAgentTokenRoutes(app);
  addAgentRoutes(app);
  addPagePackRoutes(app);
  addAccountRoutes(app);
  addDiagnosticReportRoutes(app);
  addCampaignRoutes(app);
  addWhyRoutes(app);
  addTestMessageRoutes(app);
  addDashboardRoutes(app);
  addTemplateRoutes(app);
  addListRoutes(app);
  addListFillingRoutes(app);
  addRecipientRoutes(app);
  addPeopleChangeRoutes(app);
  addPeopleRoutes(app);
  addPersonRoutes(app);
  addTagRoutes(app);
  addSavedFilterRoutes(app);
  addVariableRoutes(app);
  addImportRoutes(app);
  addDoNotContactRoutes(app);
  addSupportRoutes(app);
  addUserRoutes(app);
  addUserDeletionRoutes(app);
  addDataExportRoutes(app);
  addSettingsRoutes(app);
  addUnreadCheckRoutes(app);
  addBrowserProfileRoutes(app);
  addInstallerRoutes(app);
  addContactRoutes(app);
  addNoticeRoutes(app);
  addMailRoutes(app);
  addAuditRoutes(app);
  addBackupRoutes(app);
  addRestoreRoutes(app);
}
