import { countText } from '../../platform/numbers.ts';

/** UI strings for toasts about campaigns. They are in a separate file, so that the first screen doesn't load the other campaign strings. */
export const campaignToastTexts = {
  started: 'Campaign started',
  paused: 'Campaign paused',
  stopped: 'Campaign stopped',
  stoppedClosing: (windows: number) => `Campaign stopped. Closing ${countText(windows, 'Firefox window')}.`,
  deleted: 'Campaign deleted',
  working: 'Still working…',
  workingDetail: 'The status updates here when the server is done.',
  stillDeleting: 'The campaign is still being deleted',
  stillDeletingDetail: 'The deletion will finish in the background.',
  fetchFailed: 'Failed to fetch campaigns',
  fetchOneFailed: 'Failed to fetch campaign details',
  fetchPerformanceFailed: 'Failed to fetch profile performance',
  statusFailed: 'Failed to update campaign status',
  deleteFailed: 'Failed to delete campaign',
};
