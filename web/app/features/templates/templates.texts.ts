import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

const andList = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
const orList = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`);

export const templateTexts = {
  page: {
    title: 'Templates',
    description:
      'The messages your campaigns send, personalized with values from your lists. New campaigns use the selected template unless you choose another one.',
    add: 'New Template',
    subscription: 'manage templates',
    loadFailed: 'The templates',
  },
  empty: {
    title: 'No templates yet',
    text: 'A template is the text a campaign sends. Write {username} where the person’s username goes.',
    action: 'Write your first template',
  },
  search: {
    search: 'Search templates…',
    foundTitle: 'No templates found',
    found: (search: string) => `No template contains “${search}”.`,
  },
  card: {
    selected: 'Selected',
    created: 'Created',
    select: 'Select',
    selectName: (name: string) => `Select ${name}`,
    createCampaign: 'Create Campaign',
    createCampaignWith: (name: string) => `Create Campaign with ${name}`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
  },
  form: {
    addTitle: 'New Template',
    editTitle: 'Edit Template',
    add: 'Create Template',
    save: 'Save Changes',
    name: 'Name',
    nameHint: 'Only you can see it.',
    nameRequired: 'Template name is required',
    content: 'Content',
    contentHint:
      '{username} is replaced with each person’s Instagram username. To fill in other values, import a file with more columns.',
    variablesHint: 'Words in braces are replaced for each person: {first_name}, or {first_name|there} with a fallback.',
    contentRequired: 'Template content is required',
    variables: 'Variables',
    insert: (name: string) => `Insert {${name}}`,
    more: (count: number) => `${count} more`,
    withFallback: 'With a fallback',
    length: (length: number, max: number) => `${formatCount(length)} / ${formatCount(max)}`,
  },
  emoji: {
    open: 'Emoji',
    /** The emoji offered in the form, with their names. */
    names: {
      '👋': 'Waving hand',
      '😊': 'Smiling face',
      '😄': 'Grinning face',
      '😉': 'Winking face',
      '😍': 'Face with heart eyes',
      '🤩': 'Star-struck face',
      '🤔': 'Thinking face',
      '😅': 'Grinning face with sweat',
      '🙏': 'Folded hands',
      '👍': 'Thumbs up',
      '👏': 'Clapping hands',
      '🙌': 'Raised hands',
      '💪': 'Flexed biceps',
      '🤝': 'Handshake',
      '👀': 'Eyes',
      '👇': 'Finger pointing down',
      '❤️': 'Red heart',
      '✨': 'Sparkles',
      '🔥': 'Fire',
      '⭐': 'Star',
      '🎉': 'Party popper',
      '🎁': 'Gift',
      '🚀': 'Rocket',
      '💡': 'Light bulb',
      '📸': 'Camera',
      '🎨': 'Palette',
      '☕': 'Coffee',
      '🌸': 'Blossom',
      '☀️': 'Sun',
      '🌊': 'Wave',
      '📩': 'Envelope with arrow',
      '✅': 'Check mark',
    },
  },
  preview: {
    title: 'Preview',
    name: 'Preview as',
    sample: 'rosa.fields',
    empty: 'A preview appears here as you write.',
    contentTooLong: 'Shorten the text to see the preview.',
    lists: 'Your lists',
    list: 'Preview with people from',
    noList: 'No list: enter a name',
    loadFailed: 'The preview',
    notOnList: (list: string, names: readonly string[]) =>
      `The list “${list}” has no ${orList(inBraces(names))}, so people on this list would see the ${names.length === 1 ? 'placeholder' : 'placeholders'} as written.`,
    nobody: 'No one on this list would get this message.',
    place: (place: number, total: number) => `${formatCount(place)} of ${formatCount(total)}`,
    previous: 'Previous person',
    next: 'Next person',
    longest: 'Longest',
    shortest: 'Shortest',
    length: (length: number, max: number) => `${formatCount(length)} of ${formatCount(max)} characters`,
    tooLong: (length: number, max: number) =>
      `Skipped: the message has ${formatCount(length)} characters, and Instagram accepts up to ${formatCount(max)}.`,
    skipped: (missing: readonly string[]) => `Skipped: no value for ${orList(inBraces(missing))}.`,
    people: (people: number) => `${peopleText(people)} on this list`,
    firstPeople: (people: number) => `the first ${peopleText(people)} on this list`,
    withoutValue: (skipped: number, people: string, missing: readonly { name: string; people: number }[]) =>
      `${formatCount(skipped)} of ${people} would be skipped because of a missing value (${missing
        .map(({ name, people: count }) => `{${name}}: ${formatCount(count)}`)
        .join(', ')}).`,
    someTooLong: (skipped: number, people: string) =>
      `${formatCount(skipped)} of ${people} would be skipped because the message is too long.`,
  },
  notes: {
    unknown: (written: string, meant: string | null) =>
      `${written} isn’t a variable on any of your lists, so it’s sent as written.${meant === null ? '' : ` Did you mean {${meant}}?`}`,
    fix: 'Fix',
    fixOf: (written: string, meant: string) => `Fix: replace ${written} with {${meant}}`,
    unfinished: (written: readonly string[]) =>
      `Write a fallback after the | in ${andList(written)}. Without one, people who have no value are skipped.`,
    required: (names: readonly string[]) =>
      `People without a value for ${orList(inBraces(names))} are skipped. With a fallback, such as {${names[0] ?? ''}|there}, they get the message too.`,
  },
  removal: {
    title: 'Delete Template',
    confirm: 'Delete Template',
    question: (name: string, length: number) =>
      `This deletes <name>${name}</name> and its text (${countText(length, 'character')}). Campaigns that have already started keep their text.`,
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
