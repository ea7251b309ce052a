/** For calls that process all rows of a campaign, a list or a user before they answer. */
export const manyRowsTimeoutMs = 120_000;

/** Until the last byte arrives; a log of a million lines takes minutes. */
export const exportTimeoutMs = 15 * 60_000;
