import { useSessionStorage } from '@mantine/hooks';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../platform/session.tsx';
import { toast } from '../../../platform/toasts.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { daysOf } from './skip-rules.tsx';
import { useCreateCampaign } from './use-create-campaign.ts';
import type { useCreateData } from './use-create-data.ts';

const { problems: texts } = campaignFormTexts;

type Draft = {
  name: string;
  templateId: number | undefined;
  listId: number | undefined;
  coolOffDays: string;
  skipsConversations: boolean;
  accountIds: readonly number[];
};

const blank: Draft = {
  name: '',
  templateId: undefined,
  listId: undefined,
  coolOffDays: '30',
  skipsConversations: true,
  accountIds: [],
};
type CreateData = ReturnType<typeof useCreateData>;

/** Kept in the tab, so that leaving the page or reloading it loses nothing. */
function useKeptDraft() {
  const { user } = useSession();
  return useSessionStorage<Draft>({
    key: `sandpiper-campaign-draft-${user?.id ?? ''}`,
    defaultValue: blank,
    getInitialValueInEffect: false,
  });
}

/** What the address asks for, such as the list of `?list=8`. It lasts until something else is chosen. */
function useAsked({ templates, lists }: Pick<CreateData, 'templates' | 'lists'>) {
  const [address, setAddress] = useSearchParams();
  function drop(name: 'template' | 'list') {
    const others = new URLSearchParams(address);
    others.delete(name);
    setAddress(others, { replace: true, preventScrollReset: true });
  }
  return {
    // Anything else in the address is ignored: it was deleted, belongs to another user, or is no id.
    template: templates?.find(({ id }) => String(id) === address.get('template')),
    list: lists?.find(({ id }) => String(id) === address.get('list')),
    drop,
  };
}

/** The campaign being created: its values, their errors, and the submission. */
export function useCampaignDraft(data: CreateData, onCreated: (id: number) => void) {
  const [draft, setDraft, dropDraft] = useKeptDraft();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = useCreateCampaign({
    onCreated: (id) => {
      dropDraft();
      onCreated(id);
    },
    onRefused: setErrors,
  });

  const asked = useAsked(data);
  const selected = data.templates?.find((each) => each.is_selected);
  const template = asked.template ?? data.templates?.find((each) => each.id === draft.templateId) ?? selected;
  const list = asked.list ?? data.lists?.find((each) => each.id === draft.listId);
  // An account that was deleted, switched off or is in use by now is no longer offered.
  const offered = new Set(data.accounts?.map((account) => account.id));
  const accountIds = draft.accountIds.filter((id) => offered.has(id) && !data.busy.has(id));

  /** Editing a field clears its error. */
  const clearError = (field: string) => setErrors(({ [field]: _cleared, ...others }) => others);

  function edit(field: string, change: Partial<Draft>) {
    const kept = { templateId: asked.template?.id ?? draft.templateId, listId: asked.list?.id ?? draft.listId };
    setDraft((before) => ({ ...before, ...kept, ...change }));
    clearError(field);
  }

  function submit() {
    const name = draft.name.trim();
    if (name === '' || template === undefined || list === undefined || accountIds.length === 0) {
      setErrors({
        ...(name === '' ? { name: texts.name } : {}),
        ...(template === undefined ? { message_template_id: texts.template } : {}),
        ...(list === undefined ? { list_id: texts.list } : {}),
        ...(accountIds.length === 0 ? { profiles_used: texts.accounts } : {}),
      });
      toast.error(texts.required);
      return;
    }
    const coolOffDays = daysOf(draft.coolOffDays);
    if (coolOffDays === undefined) {
      setErrors({ cool_off_days: texts.days });
      return;
    }
    if (name.length > campaignNameMaxLength) {
      toast.error(texts.nameLength(campaignNameMaxLength));
      return;
    }
    setErrors({});
    create.mutate({
      name,
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: accountIds,
      cool_off_days: coolOffDays,
      skip_conversations: draft.skipsConversations,
    });
  }

  return {
    name: draft.name,
    coolOffDays: draft.coolOffDays,
    skipsConversations: draft.skipsConversations,
    template,
    list,
    accountIds,
    errors,
    isSending: create.isPending,
    editName: (name: string) => edit('name', { name }),
    chooseTemplate: (templateId: number | undefined) => {
      edit('message_template_id', { templateId });
      asked.drop('template');
    },
    chooseList: (listId: number | undefined) => {
      edit('list_id', { listId });
      asked.drop('list');
    },
    editDays: (coolOffDays: string) => edit('cool_off_days', { coolOffDays }),
    skipConversations: (skipsConversations: boolean) => edit('skip_conversations', { skipsConversations }),
    chooseAccounts: (ids: ReadonlySet<number>) => edit('profiles_used', { accountIds: [...ids] }),
    submit,
    discard: dropDraft,
  };
}
