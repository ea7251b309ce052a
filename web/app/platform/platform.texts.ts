/** Texts of this folder. */
export const platformTexts = {
  dismiss: 'Dismiss',
  undo: 'Undo',
  justNow: 'just now',
  inSeconds: (seconds: number) => `in ${seconds} seconds`,
} as const;
