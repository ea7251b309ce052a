/** For calls that process all rows of a campaign, list or user before they respond. */
export const manyRowsTimeoutMs = 120_000;

/** Covers the time until the last byte arrives. A log with a million lines takes minutes. */
export const exportTimeoutMs = 15 * 60_000;
