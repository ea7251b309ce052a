import { readSessionStorageValue, useSessionStorage } from '@mantine/hooks';
import type { Hours } from '@sandpiper/contract/account-limits';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { shortened } from '@sandpiper/contract/shortened';
import { useRef, useState } from 'react';
import { isSameJson } from '../../../platform/changed-fields.ts';
import { useSession } from '../../../platform/session.tsx';
import type { CampaignTask } from './campaign-task.ts';

export type Draft = {
  name: string;
  templateId: number | undefined;
  listId: number | undefined;
  coolOffDays: string;
  skipsConversations: boolean;
  /** Undefined until the user has chosen accounts. */
  accountIds: readonly number[] | undefined;
  hours: Hours;
};

/** A draft, and the form's values before the user's first edit. */
type KeptDraft = { draft: Draft; began: Draft };

const blank: Draft = {
  name: '',
  templateId: undefined,
  listId: undefined,
  coolOffDays: '30',
  skipsConversations: true,
  accountIds: undefined,
  hours: null,
};

/**
 * Returns the name of a copy: "Autumn" becomes "Autumn 2", and "Autumn 2" becomes "Autumn 3". Adds a number instead of a word, because the
 * length of names is limited. A number with more than two digits, such as a year, is treated as part of the name.
 */
function copyName(name: string): string {
  const [, base = name, number = '1'] = /^(.*) (\d{1,2})$/.exec(name) ?? [];
  const ending = ` ${Number(number) + 1}`;
  return shortened(base, campaignNameMaxLength - ending.length).trimEnd() + ending;
}

/** Returns the form's initial values. A copy keeps all settings. The review asks whether to message the same people again. */
function initialOf(task: CampaignTask): Draft {
  if (task.type === 'create') return blank;
  const { campaign } = task;
  return {
    name: task.type === 'edit' ? campaign.name : copyName(campaign.name),
    templateId: campaign.message_template_id ?? undefined,
    listId: campaign.list_id ?? undefined,
    coolOffDays: String(campaign.cool_off_days),
    skipsConversations: campaign.skip_conversations,
    accountIds: campaign.profiles_used,
    hours: campaign.hours,
  };
}

/**
 * Keeps the draft in session storage, so that it survives leaving or reloading the page. If the campaign has changed since the user began
 * the draft, the draft is dropped. `began` contains the form's values before the user's first edit.
 */
export function useKeptDraft(task: CampaignTask) {
  const { user } = useSession();
  const [firstEdited, setFirstEdited] = useState<Draft | null>(null);
  // Before the user's first edit, the form shows changes made to the campaign elsewhere. After that, such a change must not reset the form.
  const began = firstEdited ?? initialOf(task);
  const own = task.type === 'create' ? '' : `-${task.type}-${task.campaign.id}`;
  const key = `sandpiper-campaign-draft-${user?.id ?? ''}${own}`;
  const [kept, keep, drop] = useSessionStorage<KeptDraft>({
    key,
    defaultValue: { draft: began, began },
    getInitialValueInEffect: false,
  });
  const sent = useRef<KeptDraft>(undefined);
  const stored = () => readSessionStorageValue<KeptDraft | undefined>({ key });
  const draftOf = (known: KeptDraft) => (isSameJson(known.began, began) ? known.draft : began);

  function edit(changes: Partial<Draft>) {
    setFirstEdited(began);
    keep((before) => ({ draft: { ...draftOf(before), ...changes }, began }));
  }
  return {
    draft: draftOf(kept),
    began,
    edit,
    drop,
    /** Remembers the draft that is sent to the server. */
    markSent: () => {
      sent.current = stored();
    },
    /** Drops the draft that was sent, unless the user has left the form since then, opened it again and changed the draft. */
    dropSent: () => {
      if (isSameJson(stored(), sent.current)) drop();
    },
  };
}
