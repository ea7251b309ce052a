import { peopleText } from '../../platform/numbers.ts';

/** UI strings about imports that can appear on any screen. */
export const uploadsTexts = {
  done: (added: number, list: string) => `${peopleText(added)} added to ${list}`,
  undone: (removed: number, list: string) => `${peopleText(removed)} removed from ${list}`,
  cancelFailed: 'Failed to cancel the import',
  notLoaded: 'The upload couldn’t start. Reload the page and try again.',
};
