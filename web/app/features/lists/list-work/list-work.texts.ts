import type { ListFilling } from '@sandpiper/contract/lists';
import { formatCount, peopleText } from '../../../platform/numbers.ts';

const are = (count: number) => (count === 1 ? 'is' : 'are');

/** UI strings for copying, merging, splitting and exporting lists. */
export const listWorkTexts = {
  name: 'Name of the new list',
  nameRequired: 'List name is required',
  menu: {
    copy: 'Copy…',
    merge: 'Merge…',
    split: 'Split…',
    notReached: 'New list of people not reached yet…',
    csv: 'Export CSV',
    xlsx: 'Export XLSX',
  },
  copy: {
    title: 'Copy list',
    submit: 'Copy list',
    about: (count: number) =>
      `The copy includes everyone on the list (${peopleText(count)}), with their statuses and variables.`,
    suggestion: (name: string) => `${name} (copy)`,
    failed: 'Failed to copy the list',
  },
  merge: {
    title: 'Merge lists',
    submit: 'Merge lists',
    others: 'Merge with',
    choose: 'Choose lists',
    choice: (name: string, count: number) => `${name} (${peopleText(count)})`,
    noOthers: 'You have no other lists to merge with.',
    nothingFound: 'No list found',
    notLoaded: 'The lists couldn’t be loaded. Close this dialog and try again.',
    othersRequired: 'Choose at least one list',
    most: (lists: number) => `Up to ${lists} lists`,
    result: 'Result',
    asNew: 'A new list',
    into: (name: string) => `Add everyone to “${name}”`,
    suggestion: (name: string) => `${name} and others`,
    about:
      'The other lists stay as they are. People on several lists appear once. If any of the lists shows a person as messaged, the result does too.',
    variables: (name: string) => `If a person’s values differ, those on “${name}” are kept.`,
    failed: 'Failed to merge the lists',
  },
  split: {
    title: 'Split list',
    submit: (parts: number) => `Create ${parts} lists`,
    parts: 'Number of lists',
    range: (most: number) => `Enter a whole number from 2 to ${most}`,
    accounts: (count: number) =>
      count === 1
        ? 'You have one active account.'
        : `You have ${formatCount(count)} active accounts, so each can have its own list.`,
    tooFew: 'Only lists with at least two people can be split.',
    both: (first: string, last: string, size: string) => `This creates “${first}” and “${last}”, with ${size} each.`,
    result: (first: string, last: string, size: string) => `This creates “${first}” to “${last}”, with ${size} each.`,
    sizes: (fewest: number, most: number) =>
      fewest === most ? peopleText(most) : `${formatCount(fewest)} or ${peopleText(most)}`,
    stays: 'This list stays as it is.',
    failed: 'Failed to split the list',
    started: (lists: number) => `${formatCount(lists)} lists created`,
  },
  notReached: {
    title: 'New list of people not reached yet',
    submit: 'Create list',
    suggestion: (name: string) => `${name}: not reached`,
    about: (count: number) =>
      `${peopleText(count)} ${are(count)} still waiting for a message. Anyone who is being messaged right now is left out. This list stays as it is.`,
    nobody: 'No one on this list is waiting for a message.',
    includeFailed: (count: number) => `Include people whose message failed (${formatCount(count)})`,
    failedHint: 'People are included only if it’s certain that their message wasn’t sent.',
    failed: 'Failed to create the list',
  },
  filling: {
    running: {
      copy: 'Copying people…',
      merge: 'Merging lists…',
      split: 'Adding people…',
      not_reached: 'Adding people…',
    },
    progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
    stopped: (added: number, total: number) =>
      `This list is incomplete: only ${formatCount(added)} of ${peopleText(total)} were added.`,
    ready: (name: string) => `“${name}” is ready`,
    result: ({ added, duplicates }: Pick<ListFilling, 'added' | 'duplicates'>) =>
      duplicates === 0
        ? `${peopleText(added)} added.`
        : `${peopleText(added)} added. ${peopleText(duplicates)} ${duplicates === 1 ? 'was' : 'were'} on several lists.`,
  },
  export: {
    working: (size: string) => `Exporting the list… ${size}`,
    label: 'Exporting the list',
    done: (size: string) => `List exported (${size})`,
    failed: 'Failed to export the list',
  },
};
