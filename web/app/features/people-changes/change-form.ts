import { contactReasonMaxLength } from '@sandpiper/contract/limits';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { lengthProblem } from '../../ui/text-length.ts';
import type { WantedChange } from './people-changes.queries.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { dialog: texts } = peopleChangesTexts;

export type ChangeType = WantedChange['type'];

/** All types of changes in menu order. Those that need a subscription come first. */
export const changeTypes: readonly ChangeType[] = [
  'tag',
  'untag',
  'add_to_list',
  'remove_from_list',
  'set_status',
  'do_not_contact',
];

/**
 * The values of the dialog's fields. Each type of change uses some of them. A null `listId` means all lists or, for `add_to_list`, that no
 * list has been chosen yet.
 */
export type ChangeValues = { tag: string; listId: number | null; status: RecipientStatus; reason: string };

export const blankValues: ChangeValues = { tag: '', listId: null, status: 'pending', reason: '' };

/** Returns an error message if a required field is empty or the reason is too long, otherwise null. */
export function problemOf(type: ChangeType, { tag, listId, reason }: ChangeValues): string | null {
  if ((type === 'tag' || type === 'untag') && tag.trim() === '') return texts.tagRequired;
  if (type === 'add_to_list' && listId === null) return texts.listRequired;
  return type === 'do_not_contact' ? lengthProblem(reason, contactReasonMaxLength) : null;
}

export function changeOf(type: ChangeType, { tag, listId, status, reason }: ChangeValues): WantedChange {
  const onList = listId === null ? {} : { list_id: listId };
  switch (type) {
    case 'tag':
    case 'untag':
      return { type, tag: tag.trim() };
    case 'add_to_list':
      return { type, list_id: listId ?? 0 };
    case 'remove_from_list':
      return { type, ...onList };
    case 'set_status':
      return { type, status, ...onList };
    case 'do_not_contact':
      return { type, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
  }
}
