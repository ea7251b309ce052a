import { backupFileSchema, backupsSchema, restoreSchema } from './backups.ts';
import type { z } from 'zod';
import { accountDetailSchema } from './account-detail.ts';
import { hoursSchema, setRampSchema } from './account-limits.schema.ts';
import { accountBodySchema, accountHoldSchema, accountSchema, computerSchema, packInfoSchema } from './accounts.ts';
import { accountRequestSchema, closeResultSchema, openResultSchema, signInResultSchema } from './account-requests.ts';
import { performanceRowSchema } from './account-performance.ts';
import { agentTokenSchema } from './agent-tokens.ts';
import { accountWorkSchema, agentWindowSchema, claimedDeliverySchema, claimedRequestSchema } from './agent.ts';
import { auditEventSchema } from './audit.ts';
import { packSchema, roleSchema, sessionUserSchema } from './auth.ts';
import { browserProfileRequestSchema, browserProfileSchema } from './browser-profiles.ts';
import {
  campaignAccountSchema,
  campaignRowSchema,
  campaignSchema,
  scheduledStartSchema,
  skippedCountSchema,
} from './campaigns.ts';
import { campaignLogSchema } from './campaign-logs.ts';
import { campaignStatusSchema, statusReasonSchema } from './campaign-status.ts';
import { newCampaignSchema } from './campaign-plan.ts';
import { unknownOutcomeSchema } from './unknown-outcomes.ts';
import { contactMessageSchema } from './contact.ts';
import { dashboardStatsSchema } from './dashboard.ts';
import { dataExportSchema } from './data-export.ts';
import { diagnosticRequestSchema } from './diagnostic-reports.ts';
import { doNotContactSchema, markOriginSchema, markRemovalSchema } from './do-not-contact.ts';
import { conflictingProfileSchema, errorBodySchema } from './errors.ts';
import { importRowSchema, importSchema, newImportRowSchema } from './imports.ts';
import { installerFileSchema } from './installer.ts';
import { listFillingSchema, listSchema } from './lists.ts';
import { mailAddressSchema } from './mail-address.ts';
import { noticeSchema, noticeSwitchesSchema } from './notices.ts';
import { pagePackOfferSchema, pagePackReportSchema, signedPagePackSchema } from './page-pack.ts';
import { peopleChangeInputSchema, peopleChangeSchema, peopleScopeSchema } from './people-changes.ts';
import { personOutcomeSchema, personSchema } from './people.ts';
import { peopleFilterSchema } from './people-filter.ts';
import { personSummarySchema, timelineEventSchema } from './person.ts';
import { forecastSchema, preflightAccountSchema, preflightSchema } from './preflight.ts';
import {
  boundedCountSchema,
  boundedPaginationSchema,
  foundPageSchema,
  pageOfSchema,
  paginationSchema,
  successSchema,
} from './primitives.ts';
import { bulkImportResultSchema, recipientSchema, recipientStatusSchema, rejectedNameSchema } from './recipients.ts';
import { invitationSchema, registrationModeSchema } from './registration.ts';
import { retentionSchema } from './retention.ts';
import { savedFilterSchema } from './saved-filters.ts';
import { sessionSchema } from './sessions.ts';
import { settingsSchema } from './settings.ts';
import { ticketMessageSchema, ticketSchema } from './support.ts';
import { countedTagSchema, tagSchema } from './tags.ts';
import { templateSchema } from './templates.ts';
import { rememberedBrowserSchema, twoFactorSchema } from './two-factor.ts';
import { automaticCheckSchema, unreadRepliesSchema, unreadRequestSchema, unreadResultSchema } from './unread-checks.ts';
import { userDeletionSchema } from './user-deletion.ts';
import { userSchema } from './users.ts';
import { namedCallSchemas } from './named-call-schemas.ts';
import { namedParts } from './named-parts.ts';
import { messagePreviewSchema, previewedMessageSchema, variableCountSchema } from './variables.ts';
import { whySchema } from './why.ts';

/**
 * Schema names in the API's description, and therefore in generated clients. Each named schema is one component instead of a
 * copy in every endpoint. If a schema differs between requests and responses, the name of the request's version ends in `Input`.
 */
export const namedSchemas = {
  Error: errorBodySchema,
  ConflictingAccount: conflictingProfileSchema,
  Success: successSchema,
  Pagination: paginationSchema,
  BoundedPagination: boundedPaginationSchema,
  PageOf: pageOfSchema,
  FoundPage: foundPageSchema,

  Session: sessionSchema,
  SessionUser: sessionUserSchema,
  TwoFactor: twoFactorSchema,
  RememberedBrowser: rememberedBrowserSchema,
  User: userSchema,
  Invitation: invitationSchema,
  RegistrationMode: registrationModeSchema,
  Retention: retentionSchema,
  UserDeletion: userDeletionSchema,
  DataExport: dataExportSchema,
  Role: roleSchema,
  Pack: packSchema,

  Campaign: campaignSchema,
  CampaignRow: campaignRowSchema,
  NewCampaign: newCampaignSchema,
  CampaignStatus: campaignStatusSchema,
  CampaignAccount: campaignAccountSchema,
  CampaignLog: campaignLogSchema,
  ScheduledStart: scheduledStartSchema,
  SkippedCount: skippedCountSchema,
  StatusReason: statusReasonSchema,
  CampaignWhy: whySchema,
  UnknownOutcome: unknownOutcomeSchema,
  DashboardStats: dashboardStatsSchema,
  Preflight: preflightSchema,
  PreflightAccount: preflightAccountSchema,
  Forecast: forecastSchema,

  Account: accountSchema,
  NewAccount: accountBodySchema,
  AccountDetail: accountDetailSchema,
  AccountHold: accountHoldSchema,
  AccountPerformance: performanceRowSchema,
  AccountRequest: accountRequestSchema,
  CloseResult: closeResultSchema,
  OpenResult: openResultSchema,
  Computer: computerSchema,
  Hours: hoursSchema,
  PackInfo: packInfoSchema,
  Ramp: setRampSchema,
  SignInResult: signInResultSchema,
  DiagnosticRequest: diagnosticRequestSchema,
  FirefoxProfile: browserProfileSchema,
  FirefoxProfileRequest: browserProfileRequestSchema,
  UnreadCheck: unreadRequestSchema,
  UnreadResult: unreadResultSchema,
  UnreadReplies: unreadRepliesSchema,
  AutomaticCheck: automaticCheckSchema,

  Template: templateSchema,
  List: listSchema,
  ListFilling: listFillingSchema,
  Recipient: recipientSchema,
  VariableCount: variableCountSchema,
  MessagePreview: messagePreviewSchema,
  PreviewedMessage: previewedMessageSchema,
  RecipientStatus: recipientStatusSchema,
  Import: importSchema,
  ImportRow: importRowSchema,
  NewImportRow: newImportRowSchema,
  BulkImportResult: bulkImportResultSchema,
  RejectedName: rejectedNameSchema,
  PeopleChange: peopleChangeSchema,
  NewPeopleChange: peopleChangeInputSchema,
  PeopleScope: peopleScopeSchema,
  Person: personSchema,
  PersonOutcome: personOutcomeSchema,
  PersonSummary: personSummarySchema,
  PeopleFilter: peopleFilterSchema,
  TimelineEvent: timelineEventSchema,
  Tag: tagSchema,
  CountedTag: countedTagSchema,
  SavedFilter: savedFilterSchema,
  BoundedCount: boundedCountSchema,
  DoNotContactEntry: doNotContactSchema,
  DoNotContactRemoval: markRemovalSchema,
  DoNotContactOrigin: markOriginSchema,

  Ticket: ticketSchema,
  TicketMessage: ticketMessageSchema,
  ContactMessage: contactMessageSchema,
  Notice: noticeSchema,
  NoticeSwitches: noticeSwitchesSchema,
  MailAddress: mailAddressSchema,
  AuditEvent: auditEventSchema,
  Settings: settingsSchema,
  Backup: backupFileSchema,
  Backups: backupsSchema,
  Restore: restoreSchema,

  InstallerFile: installerFileSchema,
  AgentToken: agentTokenSchema,
  AgentWindow: agentWindowSchema,
  AccountWork: accountWorkSchema,
  ClaimedDelivery: claimedDeliverySchema,
  ClaimedRequest: claimedRequestSchema,
  PagePackOffer: pagePackOfferSchema,
  PagePackReport: pagePackReportSchema,
  SignedPagePack: signedPagePackSchema,

  ...namedParts,
  ...namedCallSchemas,
} satisfies Record<string, z.ZodType>;
