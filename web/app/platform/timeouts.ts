/** For calls at which the server goes through all rows of a campaign or a list before it answers. */
export const manyRowsTimeoutMs = 120_000;

/** Until the last byte has come, which for a log of a million lines takes minutes. */
export const exportTimeoutMs = 15 * 60_000;
