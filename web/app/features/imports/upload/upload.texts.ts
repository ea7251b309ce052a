import { countText } from '../../../platform/numbers.ts';

export const uploadTexts = {
  failed: 'The server can’t be reached.',
  title: 'Uploading rows',
  sent: (rows: number) => `${countText(rows, 'row')} uploaded`,
  stay: 'Keep this tab open until all rows are uploaded. You can use the rest of Sandpiper in the meantime.',
  stopped: 'The upload stopped',
  retry: 'Try again',
  cancel: 'Cancel',
  startOver: 'Start over',
  lost: {
    title: 'The upload isn’t running in this tab',
    text: (file: string, rows: number) =>
      `The server has received ${countText(rows, 'row')} of ${file}. No one has been added yet. If the upload is running in another tab, continue there. If that tab was closed, start over.`,
    startOverTitle: 'Start over?',
    discard: 'Discard the upload',
    startOverText: (rows: number) =>
      `Everything uploaded so far (${countText(rows, 'row')}) will be deleted. If the upload is running in another tab, it will stop.`,
  },
};
