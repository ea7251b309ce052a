/** The timeout for calls that make the server process all rows of a campaign, list or user before it responds. */
export const manyRowsTimeoutMs = 120_000;

/** The timeout for downloads. The timeout is long, because it covers the whole download, and a log with a million lines takes minutes. */
export const exportTimeoutMs = 15 * 60_000;
