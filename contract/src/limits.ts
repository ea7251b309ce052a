/** Limits that the server enforces and the screens mention. Free of zod, so that forms can import them. */
export const productName = 'Sandpiper';
export const agentProductName = 'Sandpiper Agent';

export const usernameMinLength = 3;
export const usernameMaxLength = 64;
export const passwordMinLength = 6;
export const passwordMaxLength = 200;
/** A code of six digits or a recovery code, with some blanks. */
export const signInCodeMaxLength = 40;
export const rememberedBrowserDays = 30;
export const recoveryCodesMade = 10;
export const campaignNameMaxLength = 10;
export const templateNameMaxLength = 100;
export const templateContentMaxLength = 1000;
/** Characters that Instagram accepts in one message. */
export const instagramMessageMaxLength = 1000;
export const listNameMaxLength = 100;
export const listDescriptionMaxLength = 500;
export const profileNameMaxLength = 100;
export const profilePathMaxLength = 1000;
export const browserProfileNameMaxLength = 50;
export const ticketSubjectMaxLength = 200;
export const ticketTextMaxLength = 5000;
/** Characters of a diagnostic report. */
export const diagnosticReportMaxLength = 200 * 1024;
export const contactTextMaxLength = 5000;
export const emailMaxLength = 320;
export const invitationNoteMaxLength = 100;
export const invitationTokenMaxLength = 200;
/** For how many days an invitation is valid, and how many people can register with it. */
export const invitationDaysRange = { min: 1, max: 90 } as const;
export const invitationUsesRange = { min: 1, max: 1000 } as const;
/** Invitations that are kept at once. */
export const invitationsMax = 200;

/** For how many days data can be kept, unless it is kept for good. */
export const retentionDaysRange = { min: 7, max: 3650 } as const;
/** Until an administrator changes it. Null: for good. */
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
export const peoplePageSize = 50;
/** Up to here, people who match a filter are counted exactly. */
export const exactCountMax = 10_000;
export const tagNameMaxLength = 40;
export const tagsOfUserMax = 200;
export const tagsOfPersonMax = 50;
export const savedFilterNameMaxLength = 60;
export const savedFiltersMax = 50;
export const personNoteMaxLength = 2000;
export const usersPageSize = 20;
export const ticketsPageSize = 20;
/** Messages of a ticket that are read at once, the newest first. */
export const threadPageSize = 50;
export const noticesPageSize = 20;
export const auditPageSize = 50;
export const activityPageSize = 10;
/** Lists merged into one at once, and lists that one is split into. */
export const mergedListsMax = 20;
export const splitPartsMax = 50;
/** People chosen one by one for a change; a filter can mean more. */
export const chosenPeopleMax = 10_000;
/** How long a change to many people can be undone. */
export const changeUndoHours = 24;
/** For how many days users can change their mind about deleting their user account. */
export const deletionDays = 7;
/** For how many days an export of everything can be downloaded. */
export const dataExportDays = 7;
/** How many entries the live log panel keeps. */
export const logPanelSize = 50;
/** Names in one bulk import call. */
export const bulkImportMax = 100_000;
/** Rejected names that a bulk import call returns. */
export const bulkRejectsShown = 100;

/** Rows of one import. */
export const importRowsMax = 1_000_000;
/** Bytes of one import's rows, as they are sent. */
export const importBytesMax = 400 * 1024 * 1024;
/** Rows and bytes that one call of an import can send. */
export const importChunkRows = 2000;
export const importChunkBytes = 1024 * 1024;
/** Characters of a cell that an import takes. What is longer is cut before. */
export const importCellMaxLength = 1000;
export const importFileNameMaxLength = 255;
/** How long an import can be undone. */
export const importUndoDays = 7;
/** Imports of one user that have not ended, or whose rows are still being deleted. */
export const openImportsMax = 10;
export const listSourceMaxLength = 500;

/** What waiting times are divided by in sandbox mode. */
export const sandboxFactor = 100;

export const requestTimeoutMs = 10_000;

/** How long after the agent asked for the go-ahead it may still press Enter. */
export const approvalMs = 15_000;

export const settingsDefaults = { max_retries: 3, delay_start: 350, delay_end: 450 } as const;
export const retriesRange = { min: 1, max: 10 } as const;
/** Seconds between two messages of one account. */
export const delayRange = { min: 30, max: 3600 } as const;

/** An email address. Each part ends where the next begins, so that a check takes linear time. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Names that the agent can pass to Firefox: after a space, Firefox would read the rest as a path. */
export const browserProfileNamePattern = /^[A-Za-z0-9_-]+$/;
