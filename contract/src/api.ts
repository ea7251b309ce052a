import { accountDetailApi } from './account-detail.ts';
import { accountPerformanceApi } from './account-performance.ts';
import { accountRequestsApi } from './account-requests.ts';
import { accountsApi } from './accounts.ts';
import { agentTokensApi } from './agent-tokens.ts';
import { agentApi } from './agent.ts';
import { auditApi } from './audit.ts';
import { authApi } from './auth.ts';
import { backupsApi } from './backups.ts';
import { browserProfilesApi } from './browser-profiles.ts';
import { campaignChangesApi } from './campaign-changes.ts';
import { campaignLogsApi } from './campaign-logs.ts';
import { campaignPauseApi } from './campaign-pause.ts';
import { campaignsApi } from './campaigns.ts';
import { contactApi } from './contact.ts';
import { dashboardApi } from './dashboard.ts';
import { dataExportApi } from './data-export.ts';
import { diagnosticReportsApi } from './diagnostic-reports.ts';
import { doNotContactApi } from './do-not-contact.ts';
import { healthApi } from './health.ts';
import { importsApi } from './imports.ts';
import { installerApi } from './installer.ts';
import { listFillingsApi } from './list-fillings.ts';
import { listsApi } from './lists.ts';
import { mailAddressApi } from './mail-address.ts';
import { noticesApi } from './notices.ts';
import { pagePackApi } from './page-pack.ts';
import { passwordResetApi } from './password-reset.ts';
import { peopleChangesApi } from './people-changes.ts';
import { peopleApi } from './people.ts';
import { personApi } from './person.ts';
import { preflightApi } from './preflight.ts';
import { recipientsApi } from './recipients.ts';
import { registrationApi } from './registration.ts';
import { retentionApi } from './retention.ts';
import { savedFiltersApi } from './saved-filters.ts';
import { sessionsApi } from './sessions.ts';
import { settingsApi } from './settings.ts';
import { supportApi } from './support.ts';
import { tagsApi } from './tags.ts';
import { templatesApi } from './templates.ts';
import { testMessagesApi } from './test-messages.ts';
import { twoFactorApi } from './two-factor.ts';
import { unknownOutcomesApi } from './unknown-outcomes.ts';
import { unreadChecksApi } from './unread-checks.ts';
import { userDeletionApi } from './user-deletion.ts';
import { usersApi } from './users.ts';
import { variablesApi } from './variables.ts';
import { whyApi } from './why.ts';

/** Every API endpoint, with its schemas and who can call it. */
export const api = {
  ...healthApi,
  ...authApi,
  ...passwordResetApi,
  ...registrationApi,
  ...retentionApi,
  ...twoFactorApi,
  ...sessionsApi,
  ...campaignsApi,
  ...unknownOutcomesApi,
  ...campaignLogsApi,
  ...dashboardApi,
  ...whyApi,
  ...preflightApi,
  ...campaignChangesApi,
  ...campaignPauseApi,
  ...testMessagesApi,
  ...accountsApi,
  ...accountPerformanceApi,
  ...accountRequestsApi,
  ...accountDetailApi,
  ...diagnosticReportsApi,
  ...templatesApi,
  ...listsApi,
  ...listFillingsApi,
  ...recipientsApi,
  ...peopleChangesApi,
  ...peopleApi,
  ...personApi,
  ...tagsApi,
  ...savedFiltersApi,
  ...variablesApi,
  ...importsApi,
  ...doNotContactApi,
  ...supportApi,
  ...usersApi,
  ...userDeletionApi,
  ...dataExportApi,
  ...settingsApi,
  ...installerApi,
  ...unreadChecksApi,
  ...browserProfilesApi,
  ...contactApi,
  ...agentTokensApi,
  ...agentApi,
  ...pagePackApi,
  ...noticesApi,
  ...mailAddressApi,
  ...auditApi,
  ...backupsApi,
};

export type Api = typeof api;
export type ApiKey = keyof Api;
