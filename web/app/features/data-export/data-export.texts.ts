import { dataExportDays } from '@sandpiper/contract/limits';

/** Texts about the export of all of the user's data. */
export const dataExportTexts = {
  title: 'Export my data',
  subtitle: 'Everything you have here in one archive: JSON files, and a spreadsheet with a sheet for each kind.',
  prepare: 'Prepare export',
  prepareAgain: 'Prepare a new one',
  preparing: 'Your export is being prepared. You can leave this page; a notice tells you when it’s ready.',
  ready: `Made <made>at</made>. You can download it until <end>then</end>.`,
  download: 'Download',
  remove: 'Delete export',
  removed: 'Export deleted',
  hint: `It contains no passwords or tokens, and is deleted after ${dataExportDays} days.`,
  needsPassword: 'export your data',
  what: 'Your export',
  loadFailed: 'Failed to fetch the state of your export',
  prepareFailed: 'Failed to prepare the export',
  downloadFailed: 'Failed to download the export',
  removeFailed: 'Failed to delete the export',
  file: {
    working: (size: string) => `Downloading your data… ${size}`,
    label: 'Downloading your data',
    done: (size: string) => `Your data was saved (${size})`,
    failed: 'Failed to download the export',
  },
} as const;
