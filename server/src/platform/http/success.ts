/** The answer of a call that has nothing else to say. */
export const success = { success: true } as const;
