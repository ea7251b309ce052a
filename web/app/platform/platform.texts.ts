export const platformTexts = {
  dismiss: 'Dismiss',
  undo: 'Undo',
  undone: 'Undone',
  undoFailed: 'Failed to undo this',
  justNow: 'just now',
  soon: 'in less than a minute',
  moreThan: (people: string) => `more than ${people}`,
} as const;
