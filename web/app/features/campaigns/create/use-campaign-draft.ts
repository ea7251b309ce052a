import { useSessionStorage } from '@mantine/hooks';
import type { Hours } from '@sandpiper/contract/account-limits';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../platform/session.tsx';
import { toast } from '../../../platform/toasts.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { areHoursValid } from '../../../ui/hours-of-week.ts';
import type { CampaignTask } from './campaign-task.ts';
import { daysOf } from './skip-rules.tsx';
import { useChangeCampaign } from './use-change-campaign.ts';
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
  hours: Hours;
};

const blank: Draft = {
  name: '',
  templateId: undefined,
  listId: undefined,
  coolOffDays: '30',
  skipsConversations: true,
  accountIds: [],
  hours: null,
};
type CreateData = ReturnType<typeof useCreateData>;

/** Returns the name of a copy. Adds a number instead of a word, because the length of names is limited. */
function copyName(name: string): string {
  return `${name.slice(0, campaignNameMaxLength - 2).trimEnd()} 2`;
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

/** Keeps the draft in session storage, so that it survives leaving or reloading the page. */
function useKeptDraft(task: CampaignTask) {
  const { user } = useSession();
  const own = task.type === 'create' ? '' : `-${task.type}-${task.campaign.id}`;
  return useSessionStorage<Draft>({
    key: `sandpiper-campaign-draft-${user?.id ?? ''}${own}`,
    defaultValue: initialOf(task),
    getInitialValueInEffect: false,
  });
}

/** Returns the template and list given in the URL, for example by `?list=8`. They take precedence until the user chooses others. */
function useAsked({ templates, lists }: Pick<CreateData, 'templates' | 'lists'>) {
  const [address, setAddress] = useSearchParams();
  function drop(name: 'template' | 'list') {
    const others = new URLSearchParams(address);
    others.delete(name);
    setAddress(others, { replace: true, preventScrollReset: true });
  }
  return {
    // Unknown IDs are ignored: the template or list may have been deleted or belong to another user, and the URL may contain anything.
    template: templates?.find(({ id }) => String(id) === address.get('template')),
    list: lists?.find(({ id }) => String(id) === address.get('list')),
    drop,
  };
}

/** Manages the campaign form: its values, its validation errors, and its submission. */
export function useCampaignDraft(data: CreateData, task: CampaignTask, onSaved: (id: number) => void) {
  const [draft, setDraft, dropDraft] = useKeptDraft(task);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const finish = (id: number) => {
    dropDraft();
    onSaved(id);
  };
  const create = useCreateCampaign({ onCreated: finish, onRefused: setErrors });
  const change = useChangeCampaign({ onChanged: finish, onRefused: setErrors });

  const asked = useAsked(data);
  const selected = data.templates?.find((each) => each.is_selected);
  const template = asked.template ?? data.templates?.find((each) => each.id === draft.templateId) ?? selected;
  const list = asked.list ?? data.lists?.find((each) => each.id === draft.listId);
  // Ignores accounts that have since been deleted, switched off or taken by another campaign.
  const offered = new Set(data.accounts?.map((account) => account.id));
  const accountIds = draft.accountIds.filter((id) => offered.has(id) && !data.busy.has(id));
  // A draft saved by an older version of the app has no hours.
  const hours = draft.hours ?? null;

  /** Clears a field's error once the user edits the field. */
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
    if (!areHoursValid(hours)) {
      setErrors({ hours: texts.hours });
      return;
    }
    setErrors({});
    const body = {
      name,
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: accountIds,
      cool_off_days: coolOffDays,
      skip_conversations: draft.skipsConversations,
      hours: hours === null ? null : [...hours],
    };
    if (task.type === 'edit') change.mutate({ id: task.campaign.id, body });
    else create.mutate(body);
  }

  return {
    name: draft.name,
    coolOffDays: draft.coolOffDays,
    skipsConversations: draft.skipsConversations,
    template,
    list,
    accountIds,
    errors,
    hours,
    isSending: create.isPending || change.isPending,
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
    editHours: (next: Hours) => edit('hours', { hours: next }),
    submit,
    discard: dropDraft,
  };
}
