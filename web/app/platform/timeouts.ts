/** For calls in which the server processes all rows of a campaign, list or user before it responds. */
export const manyRowsTimeoutMs = 120_000;

/** For downloads. Covers the whole download, because a log with a million lines takes minutes. */
export const exportTimeoutMs = 15 * 60_000;
