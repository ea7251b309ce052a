/* Limits, defaults and names for the server, the web app and the agent. This file doesn't depend on zod, so forms can import it. */

export const productName = 'Sandpiper';
export const agentProductName = 'Sandpiper Agent';

export const usernameMinLength = 3;
export const usernameMaxLength = 64;
export const passwordMinLength = 6;
export const passwordMaxLength = 200;
/** The maximum number of characters in a sign-in code. Leaves room for a recovery code with some spaces. */
export const signInCodeMaxLength = 40;
export const rememberedBrowserDays = 30;
export const recoveryCodesMade = 10;
export const campaignNameMaxLength = 10;
export const templateNameMaxLength = 100;
export const templateContentMaxLength = 1000;
/** The maximum number of characters that Instagram accepts in one message. */
export const instagramMessageMaxLength = 1000;
export const listNameMaxLength = 100;
export const listDescriptionMaxLength = 500;
export const profileNameMaxLength = 100;
export const profilePathMaxLength = 1000;
/** The maximum number of accounts that one request can change. */
export const changedAccountsMax = 1000;
export const browserProfileNameMaxLength = 50;
export const ticketSubjectMaxLength = 200;
export const ticketTextMaxLength = 5000;
/** The maximum number of characters in a diagnostic report. */
export const diagnosticReportMaxLength = 200 * 1024;
export const contactTextMaxLength = 5000;
export const emailMaxLength = 320;
export const invitationNoteMaxLength = 100;
export const invitationTokenMaxLength = 200;
/** The allowed ranges for an invitation: how many days it is valid, and how many people can register with it. */
export const invitationDaysRange = { min: 1, max: 90 } as const;
export const invitationUsesRange = { min: 1, max: 1000 } as const;
/** The maximum number of invitations kept at the same time. */
export const invitationsMax = 200;
export const invitationsPageSize = 10;

/** How many seconds a code for pairing a computer is valid. */
export const pairingSeconds = 600;

/** The allowed range for how many days data is kept, unless it is kept forever. */
export const retentionDaysRange = { min: 7, max: 3650 } as const;
/** How many days each kind of data is kept by default. Administrators can change the periods. Null means forever. */
export const usualRetention = {
  campaign_logs: null,
  campaign_details: null,
  agent_requests: 90,
  contact_messages: 365,
} as const;

export const pageSizes = [5, 10, 20, 50] as const;
export const defaultPageSize = 10;
export const dashboardPageSize = 5;
export const recipientsPageSize = 50;
/** The maximum number of matches that a search for recipients shows. */
export const foundRecipientsMax = 1000;
/** The number up to which the matches of a search for people are counted exactly. */
export const foundPeopleMax = 1000;
export const peoplePageSize = 50;
/** The number up to which people are counted exactly, except when searching all people. */
export const exactCountMax = 10_000;
/** The maximum number of skipped people that a campaign's page counts by reason. */
export const skipReasonsMax = 1000;
/** How many people a preflight checks, in the order in which they would be messaged. Checking 10,000 took up to 0.14 s. */
export const preflightPeopleMax = 5000;
export const tagNameMaxLength = 40;
export const tagsOfUserMax = 200;
export const tagsOfPersonMax = 50;
export const savedFilterNameMaxLength = 60;
export const savedFiltersMax = 50;
/** The maximum number of characters in a name or a link that is added to the do-not-contact list. */
export const doNotContactNameMaxLength = 500;
/** The maximum number of characters in the reason for adding a person to the do-not-contact list, or for removing them from it. */
export const contactReasonMaxLength = 500;
export const personNoteMaxLength = 2000;
export const usersPageSize = 20;
export const ticketsPageSize = 20;
/** How many of a support ticket's messages are loaded at once, newest first. */
export const threadPageSize = 50;
export const noticesPageSize = 20;
export const auditPageSize = 50;
export const activityPageSize = 10;
/** The maximum number of lists that can be merged at once, and of parts that a list can be split into. */
export const mergedListsMax = 20;
export const splitPartsMax = 50;
/** The maximum number of people that can be chosen one by one for a change. A filter can match more. */
export const chosenPeopleMax = 10_000;
/** How long a bulk change to people can be undone, in hours. */
export const changeUndoHours = 24;
/** How long users can change their mind about deleting their user account, in days. */
export const deletionDays = 7;
/** How long an export of all data can be downloaded, in days. */
export const dataExportDays = 7;
/** How many entries the live log panel shows. */
export const logPanelSize = 50;
/** The maximum number of names in one bulk import request. */
export const bulkImportMax = 100_000;
/** The maximum number of rejected names that a bulk import returns. */
export const bulkRejectsShown = 100;

/** The maximum number of rows in one import. */
export const importRowsMax = 1_000_000;
/** The maximum number of accounts whose progress an agent reports during an unread check. For more accounts, no progress is reported. */
export const reportedProgressMax = 1000;

/** The maximum number of rows in a small import. The user waits for its result, so there is no notice when it is done. */
export const smallImportRows = 500;
/** The maximum size of one import's rows in bytes, in the compact form in which the server stores them. */
export const importBytesMax = 400 * 1024 * 1024;
/** The maximum number of rows, and of bytes, in one request that uploads rows of an import. */
export const importChunkRows = 2000;
export const importChunkBytes = 1024 * 1024;
/** The maximum number of characters that an import accepts in a cell. The file reader truncates longer cells before sending them. */
export const importCellMaxLength = 1000;
export const importFileNameMaxLength = 255;
/** How long an import can be undone, in days. */
export const importUndoDays = 7;
/**
 * The maximum number of unfinished imports that a user can have. Canceled and abandoned imports are counted until their rows have been
 * deleted.
 */
export const openImportsMax = 10;
export const listSourceMaxLength = 500;

/** The divisor for delays in sandbox mode. */
export const sandboxFactor = 100;

/**
 * How many seconds an agent usually takes for a message, in addition to the pause before it: about ten to open the conversation, read it and
 * type, and twenty to watch the message after it has appeared.
 */
export const usualWorkSeconds = 30;
/**
 * The same in sandbox mode, where the agent watches a message for only five seconds, and the imitation of Instagram responds faster. Sandbox
 * mode shortens waiting times but not the work itself, so this value isn't divided by `sandboxFactor`.
 */
export const sandboxWorkSeconds = 8;

export const requestTimeoutMs = 10_000;

/** How long after asking for the go-ahead the agent can still press Enter. */
export const goAheadMs = 15_000;

export const settingsDefaults = { max_retries: 3, delay_start: 350, delay_end: 450 } as const;
export const retriesRange = { min: 1, max: 10 } as const;
/** The range for the delay between two messages from one account, in seconds. */
export const delayRange = { min: 30, max: 3600 } as const;

/** Matches names that are allowed for new Firefox profiles. `firefox -CreateProfile` would read anything after a space as a path. */
export const browserProfileNamePattern = /^[A-Za-z0-9_-]+$/;
