import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

export const doNotContactTexts = {
  more: (count: number) => `and ${formatCount(count)} more`,
  page: {
    title: 'Do not contact',
    description:
      'None of your accounts will message these people, whatever lists they’re on. Deleting or importing lists never changes that.',
    add: 'Add people',
    exported: 'The do-not-contact list',
    exportedMatches: 'Everyone who matches the search',
    tabs: { people: 'On the list', history: 'Removed' },
    search: 'Search by username...',
  },
  table: {
    label: 'People you don’t contact',
    noun: 'person',
    nouns: 'people',
    person: 'Person',
    reason: 'Reason',
    noReason: 'No reason given',
    origin: 'Origin',
    origins: {
      added: 'Added here',
      imported: 'From a file',
      person_page: 'Person’s page',
      bulk_change: 'Bulk change',
    },
    forgotten: (people: number) =>
      `${countText(people, 'forgotten person', 'forgotten people')} ${people === 1 ? 'stays' : 'stay'} on this list without a name.`,
    since: 'Since',
    actions: 'Actions',
    remove: 'Allow contact again',
    removeName: (name: string) => `Allow contact with ${name} again`,
  },
  empty: {
    title: 'No one is on this list yet',
    text: 'Add everyone who asked you to stop. From then on, your campaigns skip them.',
    action: 'Add your first people',
    foundTitle: 'No people found',
    found: 'No username on this list contains your search.',
  },
  removals: {
    label: 'People removed from this list',
    noun: 'removal',
    fetchFailed: 'Couldn’t load the history',
    why: 'Why contact was allowed again',
    when: 'When',
    before: 'On the list since',
    empty: 'No one has been removed from this list',
    emptyText: 'When you allow contact with someone again, they appear here with your reason.',
    foundTitle: 'No people found',
    found: 'No username in the history contains your search.',
  },
  export: {
    working: (size: string) => `Exporting the list… ${size}`,
    label: 'Exporting the list',
    done: (size: string) => `List exported (${size})`,
    failed: 'Failed to export the list',
  },
  form: {
    title: 'Add people to Do not contact',
    submit: 'Add people',
    add: (count: number) => `Add ${peopleText(count)}`,
    people: 'Usernames',
    hint: 'Usernames or Instagram links, separated by line breaks, spaces or commas.',
    sample: 'rosa.fields\n@the_corner_bakery\nhttps://www.instagram.com/harbor.cafe/',
    reason: 'Reason',
    reasonHint: 'Optional. It’s saved for everyone you add now.',
    reasonSample: 'Asked us to stop',
    names: (count: number) => countText(count, 'name'),
    leftOut: (cells: string) => `Only one username per row is added. Left out: ${cells}`,
    required: 'Enter at least one username',
    chooseFile: 'Choose a file',
    fileNames: (file: string, count: number) => `<file>${file}</file> has ${countText(count, 'name')}`,
    otherSheets: (sheets: string) =>
      `Only the sheet that looks most like a list of people is read. Sheets left out: ${sheets}`,
    pasteInstead: 'Paste names instead',
    unreadable: (file: string) => `Couldn’t read ${file}. Choose a .txt, .csv, .tsv or .xlsx file.`,
    working: (done: number, total: number) => `Adding people… ${formatCount(done)} of ${formatCount(total)}`,
  },
  report: {
    title: 'People added',
    added: 'Added',
    already: 'Already on the list',
    invalid: 'Not usernames',
    inFlightTitle: (count: number) =>
      count === 1
        ? 'A message to 1 person may be on its way'
        : `Messages to ${formatCount(count)} people may be on their way`,
    inFlight: (names: string) => `${names}. They won’t get any other messages.`,
    notAdded: 'These weren’t added because they aren’t usernames:',
    addMore: 'Add more',
    done: 'Done',
  },
  removal: {
    title: 'Allow contact again',
    submit: 'Allow contact',
    question: (name: string) =>
      `Campaigns will be able to message <name>@${name}</name> again, on any list. Your reason is kept in the history.`,
    reason: 'Reason',
    reasonHint: 'Why is it OK to contact them again?',
    reasonSample: 'They wrote to us and asked for a catalog',
    required: 'Please give a reason',
  },
  never: {
    title: 'Never contact again',
    submit: 'Never contact again',
    question: (name: string) => `None of your accounts will message <name>@${name}</name> again, on any list.`,
    campaigns: (names: readonly string[]) =>
      names.length === 1
        ? `The campaign ${names[0] ?? ''} will skip them.`
        : `These campaigns will skip them: ${names.join(', ')}.`,
    reason: 'Reason',
    reasonHint: 'Optional. It’s saved with this person.',
    reasonSample: 'Asked us to stop',
  },
  toasts: {
    fetchFailed: 'Couldn’t load the do-not-contact list',
    addFailed: 'Failed to add people',
    addedFirst: (done: number, total: number) =>
      `Only the first ${formatCount(done)} of ${countText(total, 'name')} were added. Add the names again to finish.`,
    marked: (name: string) => `@${name} won’t be contacted again`,
    inFlight: (name: string) => `A message to @${name} may be on its way`,
    inFlightDetail: 'They won’t get any other messages.',
    removed: (name: string) => `@${name} can be contacted again`,
    removeFailed: 'Failed to allow contact',
  },
};
