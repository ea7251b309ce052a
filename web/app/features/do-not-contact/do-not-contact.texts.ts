import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

export const doNotContactTexts = {
  page: {
    title: 'Do not contact',
    description:
      'None of your accounts messages these people, whatever list they are on. Deleting or importing lists never changes that.',
    add: 'Add people',
    exported: 'The do-not-contact list',
    tabs: { people: 'On the list', history: 'Removed' },
    search: 'Search by username...',
  },
  table: {
    label: 'People you do not contact',
    noun: 'people',
    loadFailed: 'The do-not-contact list',
    person: 'Person',
    reason: 'Reason',
    noReason: 'No reason given',
    origin: 'Origin',
    origins: {
      added: 'Added here',
      imported: 'From a file',
      person_page: "Person's page",
      bulk_change: 'Bulk change',
    },
    forgotten: (people: number) =>
      `${peopleText(people)} you forgot ${people === 1 ? 'stays' : 'stay'} on this list without a name.`,
    since: 'Since',
    actions: 'Actions',
    remove: 'Allow contact again',
    removeName: (name: string) => `Allow contact with ${name} again`,
  },
  empty: {
    title: 'Nobody is on this list yet',
    text: 'Add everyone who asked you to stop. Your campaigns leave them out from that moment on.',
    action: 'Add the first people',
    foundTitle: 'No people found',
    found: 'Nobody on this list has this in their username.',
  },
  removals: {
    label: 'People removed from this list',
    noun: 'removals',
    loadFailed: 'The history',
    fetchFailed: 'Failed to fetch the history',
    why: 'Why contact was allowed again',
    when: 'When',
    before: 'On the list since',
    empty: 'Nobody was removed from this list',
    emptyText: 'Whom you allow to be contacted again is listed here, with your reason.',
    foundTitle: 'No people found',
    found: 'Nobody in the history has this in their username.',
  },
  export: {
    working: (size: string) => `Exporting the list… ${size}`,
    label: 'Exporting the list',
    done: (size: string) => `List exported (${size})`,
    failed: 'Failed to export the list',
  },
  form: {
    title: 'Add people to do not contact',
    submit: 'Add people',
    add: (count: number) => `Add ${peopleText(count)}`,
    people: 'Usernames',
    hint: 'Names or Instagram addresses, separated by lines, spaces or commas.',
    sample: 'rosa.fields\n@the_corner_bakery\nhttps://www.instagram.com/harbor.cafe/',
    reason: 'Reason',
    reasonHint: 'Optional. It is kept with everyone you add now.',
    reasonSample: 'Asked us to stop',
    names: (count: number) => countText(count, 'name'),
    required: 'Enter at least one username',
    chooseFile: 'Choose a file',
    fileNames: (file: string, count: number) => `<file>${file}</file> has ${countText(count, 'name')}`,
    pasteInstead: 'Paste names instead',
    unreadable: (file: string) => `Couldn't read ${file}. Choose a text file.`,
    working: (done: number, total: number) => `Added ${formatCount(done)} of ${formatCount(total)}`,
  },
  report: {
    title: 'People added',
    added: 'Added',
    already: 'Already on the list',
    invalid: 'Not usernames',
    inFlightTitle: (count: number) =>
      count === 1
        ? 'A message to 1 person may be leaving right now'
        : `Messages to ${formatCount(count)} people may be leaving right now`,
    inFlight: (names: string) => `${names}. After that, they get nothing more.`,
    notAdded: 'These are not usernames, so they were not added:',
    more: (count: number) => `and ${formatCount(count)} more`,
    addMore: 'Add more',
    done: 'Done',
  },
  removal: {
    title: 'Allow contact again',
    submit: 'Allow contact',
    question: (name: string) =>
      `Campaigns may message <name>@${name}</name> again, on every list they are on. The reason is kept in the history.`,
    reason: 'Reason',
    reasonHint: 'Why may you contact them again?',
    reasonSample: 'They wrote to us and asked for a catalog',
    required: 'Please give a reason',
  },
  never: {
    title: 'Never contact again',
    submit: 'Never contact again',
    question: (name: string) => `None of your accounts will message <name>@${name}</name> again, on any list.`,
    campaigns: (names: readonly string[]) =>
      names.length === 1
        ? `The campaign ${names[0] ?? ''} leaves them out.`
        : `These campaigns leave them out: ${names.join(', ')}.`,
    reason: 'Reason',
    reasonHint: 'Optional. It is kept with the mark.',
    reasonSample: 'Asked us to stop',
  },
  toasts: {
    fetchFailed: 'Failed to fetch the do-not-contact list',
    addFailed: 'Failed to add people',
    marked: (name: string) => `@${name} won't be contacted again`,
    inFlight: (name: string) => `A message to @${name} may be leaving right now`,
    inFlightDetail: 'After that, they get nothing more.',
    removed: (name: string) => `@${name} may be contacted again`,
    removeFailed: 'Failed to allow contact',
  },
};
