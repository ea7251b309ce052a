import type { z } from 'zod';
import {
  accountCampaignSchema,
  accountDaySchema,
  accountNextSchema,
  pastHoldSchema,
  refusalCountSchema,
  sendingDaySchema,
} from './account-detail.ts';
import { hoursRangeSchema } from './account-limits.schema.ts';
import { notSignedInSchema, signedInSchema, openingWarningSchema, skippedAccountSchema } from './account-requests.ts';
import { packLimitsSchema, refusedAccountSchema } from './accounts.ts';
import {
  askedPathSchema,
  goAheadSchema,
  noGoAheadSchema,
  nothingToClaimSchema,
  reportedPathSchema,
  requestAccountSchema,
  takenDeliverySchema,
} from './agent.ts';
import { auditActorSchema, auditChangeSchema } from './audit.ts';
import { backupFailureSchema } from './backups.ts';
import {
  browserProfileListSchema,
  browserProfileTestSchema,
  changeRequestSchema,
  listRequestSchema,
  testRequestSchema,
} from './browser-profiles.ts';
import { canceledStartSchema, notPausedSchema } from './campaign-pause.ts';
import { personalMessageSchema } from './campaigns.ts';
import { dashboardDaySchema, dashboardTotalsSchema, lateCampaignSchema, recentCampaignSchema } from './dashboard.ts';
import { importedListSchema } from './imports.ts';
import { refusedPagePackSchema } from './page-pack.ts';
import { listOfPersonSchema } from './people.ts';
import {
  addPeopleToListSchema,
  changedScopeSchema,
  filterScopeSchema,
  leftOutCountSchema,
  listFilterSchema,
  listScopeSchema,
  neverContactPeopleSchema,
  notPutBackCountSchema,
  peopleChangeKindSchema,
  peopleChangeUndoSchema,
  recipientsScopeSchema,
  removePeopleFromListSchema,
  setPeopleStatusSchema,
  tagPeopleSchema,
  untagPeopleSchema,
  usernamesScopeSchema,
} from './people-changes.ts';
import { importReferenceSchema, pastReferenceSchema, personMarkSchema } from './person.ts';
import { forecastDaySchema, preflightProblemSchema } from './preflight.ts';
import { referenceSchema, userReferenceSchema } from './primitives.ts';
import { listedRecipientSchema, removedRecipientSchema } from './recipients.ts';
import { accountCheckSchema, unreadResultsSchema } from './unread-checks.ts';
import { userDeletionLossesSchema } from './user-deletion.ts';
import {
  listVariableSchema,
  messagePreviewSummarySchema,
  previewedTemplateSchema,
  previewedTextSchema,
} from './variables.ts';
import { accountReasonSchema, campaignReasonSchema } from './why.ts';

/** The names of schemas that occur only inside other schemas. */
export const namedParts = {
  Reference: referenceSchema,
  UserReference: userReferenceSchema,
  SignedIn: signedInSchema,
  NotSignedIn: notSignedInSchema,
  PackLimits: packLimitsSchema,
  SkippedAccount: skippedAccountSchema,
  RefusedAccount: refusedAccountSchema,
  OpeningWarning: openingWarningSchema,
  SendingDay: sendingDaySchema,
  AccountDay: accountDaySchema,
  AccountNext: accountNextSchema,
  AccountCampaign: accountCampaignSchema,
  PastHold: pastHoldSchema,
  RefusalCount: refusalCountSchema,
  HoursRange: hoursRangeSchema,
  PersonalMessage: personalMessageSchema,
  DashboardTotals: dashboardTotalsSchema,
  DashboardDay: dashboardDaySchema,
  RecentCampaign: recentCampaignSchema,
  LateCampaign: lateCampaignSchema,
  CanceledStart: canceledStartSchema,
  NotPausedCampaign: notPausedSchema,
  ForecastDay: forecastDaySchema,
  PreflightProblem: preflightProblemSchema,
  AccountReason: accountReasonSchema,
  CampaignReason: campaignReasonSchema,
  ListFilter: listFilterSchema,
  ListScope: listScopeSchema,
  RecipientsScope: recipientsScopeSchema,
  FilterScope: filterScopeSchema,
  UsernamesScope: usernamesScopeSchema,
  TagPeople: tagPeopleSchema,
  UntagPeople: untagPeopleSchema,
  AddPeopleToList: addPeopleToListSchema,
  RemovePeopleFromList: removePeopleFromListSchema,
  SetPeopleStatus: setPeopleStatusSchema,
  NeverContactPeople: neverContactPeopleSchema,
  PeopleChangeKind: peopleChangeKindSchema,
  ChangedScope: changedScopeSchema,
  LeftOutCount: leftOutCountSchema,
  NotPutBackCount: notPutBackCountSchema,
  PeopleChangeUndo: peopleChangeUndoSchema,
  ListOfPerson: listOfPersonSchema,
  PersonMark: personMarkSchema,
  PastReference: pastReferenceSchema,
  ImportReference: importReferenceSchema,
  ImportedList: importedListSchema,
  RemovedRecipient: removedRecipientSchema,
  ListedRecipient: listedRecipientSchema,
  ListVariable: listVariableSchema,
  MessagePreviewSummary: messagePreviewSummarySchema,
  PreviewedTemplate: previewedTemplateSchema,
  PreviewedText: previewedTextSchema,
  FirefoxProfileList: browserProfileListSchema,
  FirefoxProfileTest: browserProfileTestSchema,
  FirefoxProfileListRequest: listRequestSchema,
  FirefoxProfileTestRequest: testRequestSchema,
  FirefoxProfileChangeRequest: changeRequestSchema,
  UnreadResults: unreadResultsSchema,
  AccountCheck: accountCheckSchema,
  UserDeletionLosses: userDeletionLossesSchema,
  AuditActor: auditActorSchema,
  AuditChange: auditChangeSchema,
  BackupFailure: backupFailureSchema,
  RefusedPagePack: refusedPagePackSchema,
  RequestAccount: requestAccountSchema,
  ReportedPath: reportedPathSchema,
  AskedPath: askedPathSchema,
  TakenDelivery: takenDeliverySchema,
  NothingToClaim: nothingToClaimSchema,
  GoAhead: goAheadSchema,
  NoGoAhead: noGoAheadSchema,
} satisfies Record<string, z.ZodType>;
