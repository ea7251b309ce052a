import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedSchemas } from './named-schemas.ts';
import { operationIds } from './operation-ids.ts';

/**
 * Names that client programs may already rely on. Add new ones, but never change or remove any. Otherwise, programs that use a client
 * generated from the API's description would no longer compile.
 */
const calls = `
  getHealth signIn register getSignedInUser signOut confirmPassword changeOwnPassword listSessions endOtherSessions endSession
  getDashboardStats listCampaigns createCampaign getCampaign updateCampaign deleteCampaign previewCampaignDeletion checkNewCampaign
  checkCampaign startCampaign cancelCampaignStart setCampaignStatus stopCampaign continueCampaign retryFailedPeople setCampaignAccounts
  explainCampaign listUnknownOutcomes setUnknownOutcome getCampaignPerformance listCampaignLogs exportCampaignLogs sendTestMessage
  listAccounts createAccount getAccount updateAccount deleteAccount toggleAccount releaseAccount setAccountComputer getPackInfo
  getAccountPerformance listAccountRequests cleanUpAccountRequests openAccount openAllAccounts closeAllAccounts signInAccount
  listComputers requestDiagnosticReport getDiagnosticReport deleteDiagnosticReport listTemplates createTemplate updateTemplate
  deleteTemplate selectTemplate listLists createList getList updateList deleteList listRecipientsOfList getListVariables setListVariables
  previewMessage listRecipients addRecipient addRecipients removeRecipient setRecipientStatus setRecipientVariables listPeople
  exportPeople getPerson updatePerson getPersonTimeline listTags createTag updateTag deleteTag listSavedFilters createSavedFilter
  updateSavedFilter deleteSavedFilter listImports createImport getImport cancelImport sendImportRows listImportRows exportImportRows
  checkImport startImport undoImport changePeople countPeopleToChange listPeopleChanges getPeopleChange undoPeopleChange
  cancelPeopleChange listDoNotContact addToDoNotContact setDoNotContactReason removeFromDoNotContact listDoNotContactRemovals
  exportDoNotContact listTickets createTicket getTicket updateTicket addTicketMessage markTicketRead listTicketAssignees
  sendContactMessage listContactMessages listUsers createUser updateUser setUserPassword deleteUser getSettings updateSettings
  getMailAddress setMailAddress deleteMailAddress confirmMailAddress listNotices markNoticeRead markNoticesRead getNoticeSwitches
  setNoticeSwitches unsubscribe checkUnread listUnreadChecks getUnreadCheck deleteUnreadChecks cleanUpUnreadChecks requestFirefoxProfiles
  listFirefoxProfileRequests createFirefoxProfile testFirefoxProfile deleteFirefoxProfile getInstaller createInstallerTicket
  downloadInstaller createAgentToken listAgentTokens revokeAgentToken startPairing getPairingToken getPairing approvePairing denyPairing
  agentHello agentSync agentSignOff agentExplain agentDownloadPagePack agentClaimDelivery agentRenewDelivery agentCommitDelivery
  agentReportDelivery agentStopAccount agentGetCredentials agentRenewRequest agentReportRequest copyList mergeLists splitList
  createListOfNotReached exportList forgetPerson previewImportUndo updateAccounts
`;

const schemas = `
  Error ConflictingAccount Success Pagination PageOf Session SessionUser User Role Pack Campaign CampaignRow NewCampaign CampaignStatus
  CampaignAccount CampaignLog ScheduledStart SkippedCount StatusReason CampaignWhy UnknownOutcome DashboardStats Preflight
  PreflightAccount Forecast Account NewAccount AccountDetail AccountHold AccountPerformance AccountRequest CloseResult Computer Hours
  PackInfo Ramp SignInResult DiagnosticRequest FirefoxProfile FirefoxProfileRequest UnreadCheck UnreadResult Template List Recipient
  VariableCount MessagePreview PreviewedMessage RecipientStatus Import ImportRow NewImportRow BulkImportResult RejectedName PeopleChange
  NewPeopleChange PeopleScope Person PersonOutcome PersonSummary PeopleFilter TimelineEvent Tag CountedTag SavedFilter BoundedCount
  DoNotContactEntry DoNotContactRemoval DoNotContactOrigin Ticket TicketMessage ContactMessage Notice NoticeSwitches MailAddress Settings
  InstallerFile AgentToken AgentWindow AccountWork ClaimedDelivery ClaimedRequest PagePackOffer PagePackReport SignedPagePack
  ListFilling
  Reference UserReference SignedIn NotSignedIn PackLimits SkippedAccount OpeningWarning SendingDay AccountDay AccountNext
  AccountCampaign PastHold RefusalCount HoursRange PersonalMessage DashboardTotals DashboardDay RecentCampaign LateCampaign ForecastDay
  PreflightProblem AccountReason CampaignReason ListFilter ListScope RecipientsScope FilterScope UsernamesScope TagPeople
  UntagPeople AddPeopleToList RemovePeopleFromList SetPeopleStatus NeverContactPeople PeopleChangeKind ChangedScope LeftOutCount
  NotPutBackCount PeopleChangeUndo ListOfPerson PersonMark PastReference ImportReference ImportedList RemovedRecipient
  ListedRecipient ListVariable MessagePreviewSummary PreviewedTemplate PreviewedText FirefoxProfileList FirefoxProfileTest
  FirefoxProfileListRequest FirefoxProfileTestRequest FirefoxProfileChangeRequest UnreadResults UserDeletionLosses AuditActor
  AuditChange BackupFailure RefusedPagePack RequestAccount ReportedPath AskedPath TakenDelivery NothingToClaim GoAhead NoGoAhead
  PasswordBody PasswordAndCode RecoveryCodes Registration UserAnswer DataExportAnswer SettingsAnswer NoticeSwitchesAnswer
  AuditPage AccountAnswer QueuedRequest ProfilePathBody CleanupResult QueuedProfileRequest CampaignAnswer CampaignStart
  TemplateBody TemplateAnswer ListBody ListAnswer ListsAnswer RecipientAnswer ImportAnswer PeopleChangeAnswer TagBody TagAnswer
  SavedFilterBody SavedFilterAnswer Lease RefusedAccount
`;

const namesIn = (text: string) => text.trim().split(/\s+/);

test('each endpoint has its own operation ID, in camel case', () => {
  const ids = Object.values(operationIds);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  assert.deepEqual(
    ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id)),
    [],
  );
});

test('every operation ID and schema name that clients may rely on still exists', () => {
  const now = new Set([...Object.values(operationIds), ...Object.keys(namedSchemas)]);
  assert.deepEqual(
    [...namesIn(calls), ...namesIn(schemas)].filter((name) => !now.has(name)),
    [],
  );
});

test('each schema has only one name, in Pascal case and without “Input” at the end', () => {
  const names = Object.keys(namedSchemas);
  assert.equal(new Set(Object.values(namedSchemas)).size, names.length);
  assert.deepEqual(
    names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name) || name.endsWith('Input')),
    [],
  );
});
