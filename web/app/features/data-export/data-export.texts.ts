import { dataExportDays } from '@sandpiper/contract/limits';

export const dataExportTexts = {
  title: 'Export my data',
  subtitle:
    'Download all your data in one archive. It contains JSON files and a spreadsheet with a sheet for each kind of data.',
  prepare: 'Prepare export',
  prepareAgain: 'Prepare a new export',
  preparing: 'Your export is being prepared. You can leave this page. You’ll get a notice when it’s ready.',
  ready: `Created on <made>at</made>. You can download it until <end>then</end>.`,
  download: 'Download',
  remove: 'Delete export',
  removed: 'Export deleted',
  hint: `The export contains no passwords or tokens and is deleted after ${dataExportDays} days.`,
  needsPassword: 'export your data',
  what: 'Your export',
  loadFailed: 'Failed to check the status of your export',
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
