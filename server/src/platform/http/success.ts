/** The answer of a call that has nothing else to return. */
export const success = { success: true } as const;
