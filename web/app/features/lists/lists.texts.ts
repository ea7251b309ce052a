import { countText, formatCount } from '../../platform/numbers.ts';

const recipients = (count: number) => countText(count, 'recipient');

export const listTexts = {
  page: {
    title: 'Lists',
    description: 'The people your campaigns message. Each campaign uses one list.',
    add: 'New List',
    subscription: 'manage lists and recipients',
    loadFailed: 'The lists',
  },
  empty: {
    title: 'No lists yet',
    text: 'Create a list, then add Instagram usernames one by one or import thousands from a file.',
    action: 'Create your first list',
  },
  search: {
    search: 'Search lists…',
    foundTitle: 'No lists found',
    found: (search: string) => `No list has “${search}” in its name or description.`,
  },
  card: {
    recipients: (count: number) => `<count>${formatCount(count)}</count> ${count === 1 ? 'recipient' : 'recipients'}`,
    view: 'View Recipients',
    edit: 'Edit List',
    remove: 'Delete List',
    nobody: 'No recipients yet',
    everybodySent: 'Everyone was messaged',
    sent: (count: number) => `${formatCount(count)} messaged`,
    failed: (count: number) => `${formatCount(count)} failed`,
    pending: (count: number) => `${formatCount(count)} not messaged yet`,
  },
  detail: {
    title: 'List',
    back: 'Lists',
    createCampaign: 'Create Campaign',
    recipients,
  },
  notFound: {
    title: 'List not found',
    heading: 'This list doesn’t exist',
    text: 'It was deleted, or the address is wrong.',
    action: 'Back to your lists',
  },
  form: {
    addTitle: 'New List',
    editTitle: 'Edit List',
    add: 'Create List',
    save: 'Save Changes',
    name: 'Name',
    nameRequired: 'List name is required',
    description: 'Description',
    descriptionHint: 'Optional. Who these people are, or where the names come from.',
  },
  removal: {
    title: 'Delete List',
    confirm: 'Delete List',
    question: (name: string, count: number) =>
      count === 0
        ? `This permanently deletes <name>${name}</name>. It has no recipients.`
        : `This permanently deletes <name>${name}</name> and its ${recipients(count)}.`,
  },
  toasts: {
    created: 'List created successfully',
    updated: 'List updated successfully',
    deleted: 'List deleted successfully',
    stillDeleting: 'The list is still being deleted',
    stillDeletingDetail: 'The deletion will finish in the background.',
    fetchFailed: 'Failed to fetch lists',
    fetchOneFailed: 'Failed to fetch list details',
    saveFailed: 'Failed to save list',
    deleteFailed: 'Failed to delete list',
  },
};
