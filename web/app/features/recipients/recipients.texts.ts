import type { BoundedCount } from '@sandpiper/contract/primitives';
import { boundedText } from '../../platform/bounded-counts.ts';
import { countText } from '../../platform/numbers.ts';

export const recipientTexts = {
  filters: {
    search: 'Search by username…',
    status: 'Status',
    allStatuses: 'All statuses',
  },
  statuses: { pending: 'Pending', sent: 'Sent', failed: 'Failed', not_found: 'Not found' },
  table: {
    label: 'Recipients',
    noun: 'recipient',
    loadFailed: 'The recipients',
    username: 'Username',
    status: 'Status',
    added: 'Added',
    actions: 'Actions',
    remove: 'Delete Recipient',
    removeName: (name: string) => `Delete Recipient ${name}`,
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all on this page',
  },
  empty: {
    foundTitle: 'No recipients found',
    foundInList: 'No one on this list matches the search and status.',
    title: 'No recipients yet',
    inList: 'Paste Instagram usernames or import them from a file, thousands at once.',
    import: 'Import your first recipients',
  },
  actions: { import: 'Bulk Import', add: 'Add Recipient' },
  form: {
    title: 'Add Recipient',
    submit: 'Add Recipient',
    username: 'Instagram username',
    hint: 'With or without the @, or a link to their profile',
    sample: 'rosa.fields',
    required: 'Username is required',
  },
  bulk: {
    label: 'Selected recipients',
    selected: (count: string) => `${count} selected`,
    selectAll: (count: string) => `Select all who match (${count})`,
    status: 'Status',
    remove: 'Delete',
    clear: 'Clear',
    deleteFailed: 'Failed to delete some recipients',
    updateFailed: 'Failed to update some recipients',
  },
  removal: {
    one: 'Delete Recipient',
    oneFailed: 'Failed to delete recipient',
    many: (selected: BoundedCount) => `Delete ${boundedText(selected, (count) => countText(count, 'Recipient'))}`,
    oneQuestion: (name: string) =>
      `This removes <name>@${name}</name> from the list. Campaigns that use this list will no longer message them.`,
    manyQuestion: (selected: BoundedCount) =>
      `This removes ${boundedText(selected)} from the list. Campaigns that use this list will no longer message them.`,
  },
  toasts: {
    added: (name: string) => `@${name} added`,
    isDoNotContact: 'Campaigns skip this person, who is on Do not contact.',
    wasContacted: (time: string) => `Last contacted ${time}.`,
    isOnOtherList: (list: string) => `Also on “${list}”.`,
    fetchFailed: 'Failed to fetch recipients',
    addFailed: 'Failed to add recipient(s)',
  },
};
