import { formatCount } from '../../platform/numbers.ts';

export const templateTexts = {
  page: {
    title: 'Templates',
    description: "The messages your campaigns send, with each person's name filled in.",
    add: 'New Template',
    subscription: 'managing templates',
    loadFailed: 'The templates',
  },
  empty: {
    title: 'No templates yet',
    text: 'A template is the text a campaign sends. Write {username} where the name of the person belongs.',
    action: 'Write your first template',
  },
  card: {
    selected: 'Selected',
    created: 'Created',
    select: 'Select',
    selectHint: 'New campaigns start with the selected template.',
    selectName: (name: string) => `Select ${name}`,
    createCampaign: (name: string) => `Create Campaign with ${name}`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
  },
  form: {
    addTitle: 'New Template',
    editTitle: 'Edit Template',
    add: 'Create Template',
    save: 'Save Changes',
    name: 'Name',
    nameHint: 'Only you see it.',
    nameRequired: 'Template name is required',
    content: 'Content',
    contentHint: "{username} is replaced with each person's Instagram username.",
    contentRequired: 'Template content is required',
    insert: 'Insert {username}',
    length: (length: number, max: number) => `${formatCount(length)} / ${formatCount(max)}`,
  },
  preview: {
    title: 'Preview',
    name: 'Preview as',
    sample: 'rosa.fields',
    empty: 'A preview appears here while you write.',
    unknown: (placeholders: readonly string[]) =>
      `${placeholders.join(', ')} ${placeholders.length === 1 ? 'is' : 'are'} sent as written. Only {username} is replaced.`,
  },
  removal: {
    title: 'Delete Template',
    confirm: 'Delete Template',
    question: (name: string, length: number) =>
      `This deletes <name>${name}</name> and its ${length} characters of text. Campaigns that have already started keep their text.`,
  },
  toasts: {
    created: 'Template created successfully',
    updated: 'Template updated successfully',
    deleted: 'Template deleted successfully',
    selected: (name: string) => `${name} is now the selected template`,
    fetchFailed: 'Failed to fetch templates',
    saveFailed: 'Failed to save template',
    deleteFailed: 'Failed to delete template',
    selectFailed: 'Failed to select template',
  },
};
