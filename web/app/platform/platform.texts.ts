/** Texts of the shared platform code. */
export const platformTexts = {
  dismiss: 'Dismiss',
  justNow: 'just now',
  inSeconds: (seconds: number) => `in ${seconds} seconds`,
} as const;
