/** An error whose message tells the operator in one sentence what is wrong. */
export class BackupError extends Error {}
