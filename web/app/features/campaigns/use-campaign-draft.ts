import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { toast } from '../../platform/toasts.tsx';
import { useCreateCampaign } from './use-create-campaign.ts';
import type { useCreateData } from './use-create-data.ts';
import { daysOf } from './whom-to-leave-out.tsx';

type Draft = {
  name: string;
  templateId: number | undefined;
  listId: number | undefined;
  coolOffDays: string;
  skipsConversations: boolean;
};

const blank: Draft = {
  name: '',
  templateId: undefined,
  listId: undefined,
  coolOffDays: '30',
  skipsConversations: true,
};
type CreateData = ReturnType<typeof useCreateData>;

/** The campaign as it is being made: what was chosen, what is wrong with it, and the way to send it off. */
export function useCampaignDraft(data: CreateData, onCreated: (id: number) => void) {
  const [draft, setDraft] = useState(blank);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = useCreateCampaign({ onCreated, onRefused: setErrors });

  const selected = data.templates?.find((each) => each.is_selected);
  const template = data.templates?.find((each) => each.id === draft.templateId) ?? selected;
  const list = data.lists?.find((each) => each.id === draft.listId);
  // One that was deleted, switched off or put to use meanwhile is no longer among those offered.
  const offered = new Set(data.accounts?.map((account) => account.id));
  const accountIds = [...chosen].filter((id) => offered.has(id) && !data.busy.has(id));

  /** What is wrong with a field, as the server names it, is no longer said once it is being changed. */
  const forgive = (field: string) => setErrors(({ [field]: _forgiven, ...others }) => others);

  function edit(field: string, change: Partial<Draft>) {
    setDraft({ ...draft, ...change });
    forgive(field);
  }

  function submit() {
    const name = draft.name.trim();
    if (name === '' || template === undefined || list === undefined || accountIds.length === 0) {
      setErrors({
        ...(name === '' ? { name: 'Give the campaign a name' } : {}),
        ...(template === undefined ? { message_template_id: 'Choose a template' } : {}),
        ...(list === undefined ? { list_id: 'Choose a list' } : {}),
        ...(accountIds.length === 0 ? { profiles_used: 'Choose at least one profile' } : {}),
      });
      toast.error('Please fill in all required fields');
      return;
    }
    const coolOffDays = daysOf(draft.coolOffDays);
    if (coolOffDays === undefined) {
      setErrors({ cool_off_days: 'Enter a number of days from 0 to 3650; 0 leaves nobody out' });
      return;
    }
    if (name.length > campaignNameMaxLength) {
      toast.error(`Campaign name must not exceed ${campaignNameMaxLength} characters`);
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
    chooseTemplate: (templateId: number | undefined) => edit('message_template_id', { templateId }),
    chooseList: (listId: number | undefined) => edit('list_id', { listId }),
    editDays: (coolOffDays: string) => edit('cool_off_days', { coolOffDays }),
    skipConversations: (skipsConversations: boolean) => edit('skip_conversations', { skipsConversations }),
    chooseAccounts: (ids: ReadonlySet<number>) => {
      setChosen(ids);
      forgive('profiles_used');
    },
    submit,
  };
}
