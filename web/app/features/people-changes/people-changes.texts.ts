import type { LeftOutReason, NotPutBackReason, PeopleChange } from '@sandpiper/contract/people-changes';
import { formatCount, peopleText } from '../../platform/numbers.ts';
import { publicTexts } from '../../ui/public.texts.ts';

type What = PeopleChange['change'];

const lists = (change: What) => (change.list === null ? 'all their lists' : change.list.name);
const tag = (change: What) => `“${change.tag ?? ''}”`;
const status = (change: What) => publicTexts.statuses[change.status ?? 'pending'];

/** What a change did, by type of change. `working` says what a change is doing. */
const done: Record<What['type'], (people: string, change: What) => string> = {
  tag: (people, change) => `Tagged ${people} with ${tag(change)}`,
  untag: (people, change) => `Removed the tag ${tag(change)} from ${people}`,
  add_to_list: (people, change) => `Added ${people} to ${lists(change)}`,
  remove_from_list: (people, change) => `Removed ${people} from ${lists(change)}`,
  set_status: (people, change) => `Marked ${people} as ${status(change)}`,
  do_not_contact: (people) => `Added ${people} to Do not contact`,
};
const working: Record<What['type'], (change: What) => string> = {
  tag: (change) => `Tagging people with ${tag(change)}`,
  untag: (change) => `Removing the tag ${tag(change)}`,
  add_to_list: (change) => `Adding people to ${lists(change)}`,
  remove_from_list: (change) => `Removing people from ${lists(change)}`,
  set_status: (change) => `Marking people as ${status(change)}`,
  do_not_contact: () => 'Adding people to Do not contact',
};
const leftOut: Record<LeftOutReason, (count: number) => string> = {
  already_so: (count) => `${formatCount(count)} needed no change`,
  not_on_list: (count) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'} not on the list`,
  gone: (count) => `${formatCount(count)} could no longer be changed`,
  too_many_tags: (count) => `${formatCount(count)} already ${count === 1 ? 'has' : 'have'} the maximum number of tags`,
};
const notPutBack: Record<NotPutBackReason, (count: number) => string> = {
  changed_since: (count) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} changed since then`,
  gone: (count) => `${formatCount(count)} could no longer be restored`,
};

export const peopleChangesTexts = {
  bar: {
    label: 'Selected people',
    selected: (people: string) => `${people} selected`,
    selectAll: (count: string) => `Select all who match (${count})`,
    more: 'More',
    clear: 'Clear',
    change: 'Change…',
    counting: 'Counting…',
    actions: {
      tag: 'Tag…',
      untag: 'Remove tag…',
      add_to_list: 'Add to list…',
      remove_from_list: 'Remove from lists…',
      set_status: 'Set status…',
      do_not_contact: 'Do not contact…',
    },
  },
  dialog: {
    titles: {
      tag: 'Tag people',
      untag: 'Remove a tag',
      add_to_list: 'Add people to a list',
      remove_from_list: 'Remove people from lists',
      set_status: 'Set the status',
      do_not_contact: 'Do not contact',
    },
    submits: {
      tag: (people: string) => `Tag ${people}`,
      untag: (people: string) => `Remove the tag from ${people}`,
      add_to_list: (people: string) => `Add ${people}`,
      remove_from_list: (people: string) => `Remove ${people}`,
      set_status: (people: string) => `Update ${people}`,
      do_not_contact: (people: string) => `Never contact ${people}`,
    },
    explanations: {
      tag: (people: string) => `<b>${people}</b> will get this tag. Anyone who already has it keeps it.`,
      untag: (people: string) => `This removes the tag from <b>${people}</b>, if they have it.`,
      add_to_list: (people: string) =>
        `<b>${people}</b> will be added as pending. Nothing changes for anyone already on the list.`,
      remove_from_list: (people: string) =>
        `<b>${people}</b> will be removed from the chosen lists. Running campaigns that use these lists will no longer message them.`,
      set_status: (people: string) =>
        `The status of <b>${people}</b> changes on the chosen lists. Nothing changes for anyone who isn’t on them.`,
      do_not_contact: (people: string) =>
        `None of your accounts will message <b>${people}</b> again, on any list. They stay on their lists.`,
    },
    tag: 'Tag',
    tagHint: 'Choose a tag, or type a new one.',
    chooseTag: 'Choose a tag',
    noTags: 'You have no tags yet.',
    noTagFound: 'No tag found',
    tagRequired: 'Enter a tag',
    list: 'List',
    chooseList: 'Choose a list',
    allLists: 'All lists',
    noLists: 'You have no lists yet.',
    noListFound: 'No list found',
    listRequired: 'Choose a list',
    status: 'Status',
    reason: 'Reason',
    reasonHint: 'Optional. It applies to everyone you’re adding.',
    reasonSample: 'Asked us to stop',
    countFailed: 'Couldn’t count the people. Close this dialog and try again.',
  },
  progress: {
    label: 'Changes in progress',
    working: (change: What) => working[change.type](change),
    undoing: (change: What) => `Undoing: ${working[change.type](change)}`,
    people: (count: number, total: number) => `${formatCount(count)} of ${peopleText(total)}`,
    cancel: 'Cancel',
    cancelName: (name: string) => `Cancel: ${name}`,
  },
  outcome: {
    done: ({ change, changed }: PeopleChange) => done[change.type](peopleText(changed), change),
    nothing: 'Nothing to change',
    canceled: (text: string) => `${text} (canceled)`,
    withdrawn: (text: string, people: number) =>
      `${text}. ${peopleText(people)} will no longer be messaged by campaigns that have started. Undo doesn’t change that.`,
    leftOut: (left: readonly { reason: LeftOutReason; count: number }[]) =>
      left.map(({ reason, count }) => leftOut[reason](count)).join(', '),
    notPutBack: (left: readonly { reason: NotPutBackReason; count: number }[]) =>
      left.map(({ reason, count }) => notPutBack[reason](count)).join(', '),
    inFlight: (names: readonly string[]) =>
      names.length === 1
        ? `A message to @${names[0] ?? ''} may be on its way.`
        : `Messages to ${new Intl.ListFormat('en').format(names.map((name) => `@${name}`))} may be on their way.`,
    undone: (putBack: number, left: string) => `Undone for ${peopleText(putBack)}${left === '' ? '' : ` (${left})`}`,
    undoCanceled: (people: number) => `The undo was canceled after ${peopleText(people)}`,
    ofUndo: (undone: string, text: string) => `${undone}: ${text}`,
  },
  recent: {
    open: 'Recent changes',
    title: 'Recent changes',
    about: 'Bulk changes can be undone for 24 hours.',
    label: 'Recent changes',
    loadFailed: 'The recent changes',
    empty: 'No changes yet',
    emptyText: 'Select people in a table to tag them, change their lists or stop contacting them.',
    change: 'Change',
    undo: 'Undo',
    undoName: (text: string) => `Undo: ${text}`,
    states: { running: 'In progress', done: '', canceled: 'Canceled', undoing: 'Being undone', undone: 'Undone' },
    action: 'Undo',
  },
  toasts: {
    failed: 'Failed to make the change',
    fetchFailed: 'Couldn’t load the changes',
    undoFailed: 'Failed to undo the change',
    cancelFailed: 'Failed to cancel the change',
    listsFailed: 'Failed to fetch lists',
    tagsFailed: 'Couldn’t load tags',
  },
};
