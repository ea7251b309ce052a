import type { Hours } from '@sandpiper/contract/account-limits';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { changedFields } from '../../../platform/changed-fields.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useChangeParams } from '../../../platform/url-values.ts';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { areHoursValid } from '../../../ui/hours-of-week.ts';
import type { CampaignTask } from './campaign-task.ts';
import { daysOf } from './skip-rules.tsx';
import { useChangeCampaign } from './use-change-campaign.ts';
import { useCreateCampaign } from './use-create-campaign.ts';
import type { useCreateData } from './use-create-data.ts';
import { useKeptDraft, type Draft } from './use-kept-draft.ts';

const { problems: texts } = campaignFormTexts;

type CreateData = ReturnType<typeof useCreateData>;

/** Returns the template and list given in the URL, as in `?list=8`. They take precedence until the user chooses others. */
function useAsked({ templates, lists }: Pick<CreateData, 'templates' | 'lists'>) {
  const [address] = useSearchParams();
  const change = useChangeParams();
  return {
    // Unknown IDs are ignored: the template or list may have been deleted or belong to another user, and the URL can contain
    // anything.
    template: templates?.find(({ id }) => String(id) === address.get('template')),
    list: lists?.find(({ id }) => String(id) === address.get('list')),
    drop: (name: 'template' | 'list') => change({ [name]: undefined }),
  };
}

const onlyOne = <Item>(items: readonly Item[] = []) => (items.length === 1 ? items[0] : undefined);

/**
 * Returns what a new campaign uses until the user has chosen something else: the template selected on the Templates page, or else the only
 * template, and the only list and account. Lists without pending people don't count, nor do accounts that are on hold or in use.
 */
function usualChoices({ templates, lists, accounts, busy }: CreateData) {
  const account = onlyOne(accounts?.filter(({ id, hold }) => hold === null && !busy.has(id)));
  return {
    template: templates?.find((each) => each.is_selected) ?? onlyOne(templates),
    list: onlyOne(lists?.filter((each) => each.pending_count > 0)),
    accountIds: account && [account.id],
  };
}

const noChoices: ReturnType<typeof usualChoices> = { template: undefined, list: undefined, accountIds: undefined };

/** Returns a draft's values under the names that the server uses. */
function fieldsOf(draft: Draft) {
  return {
    name: draft.name,
    message_template_id: draft.templateId,
    list_id: draft.listId,
    profiles_used: draft.accountIds,
    cool_off_days: daysOf(draft.coolOffDays),
    skip_conversations: draft.skipsConversations,
    hours: draft.hours,
  };
}

type Context = { data: CreateData; task: CampaignTask; asked: ReturnType<typeof useAsked> };

/** Returns what the form shows as chosen. `kept` is what becomes part of the draft when the user edits the form. */
function choicesOf(draft: Draft, { data, task, asked }: Context) {
  const usual = task.type === 'create' ? usualChoices(data) : noChoices;
  // A chosen template that was deleted isn't replaced with another template, because people would get a different message.
  const { templateId = usual.template?.id, listId = usual.list?.id, accountIds: ids = usual.accountIds } = draft;
  // Ignore accounts that can no longer be chosen, for example because they were deleted or another campaign uses them. A campaign that is
  // edited keeps its own accounts while another campaign uses them, because they only have to be free when it starts.
  const own = task.type === 'edit' ? task.campaign.profiles_used : [];
  const offered = new Set(data.accounts?.map((account) => account.id));
  const usable = (some: readonly number[]) =>
    some.filter((id) => offered.has(id) && (own.includes(id) || !data.busy.has(id)));
  return {
    template: asked.template ?? data.templates?.find((each) => each.id === templateId),
    list: asked.list ?? data.lists?.find((each) => each.id === listId),
    accountIds: usable(ids ?? []),
    usable,
    kept: { templateId: asked.template?.id ?? templateId, listId: asked.list?.id ?? listId, accountIds: ids },
  };
}

/** Manages the campaign form: its values, its validation errors, and its submission. */
export function useCampaignDraft(data: CreateData, task: CampaignTask, onSaved: (id: number) => void) {
  const { draft, began, edit: editDraft, drop: dropDraft, markSent, dropSent } = useKeptDraft(task);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const finish = (id: number) => {
    dropSent();
    onSaved(id);
  };
  const create = useCreateCampaign({ onCreated: finish, onRefused: setErrors });
  const change = useChangeCampaign({ onChanged: finish, onRefused: setErrors });

  const asked = useAsked(data);
  const { template, list, accountIds, usable, kept } = choicesOf(draft, { data, task, asked });
  const { hours } = draft;

  const clearError = (field: string) => setErrors(({ [field]: _cleared, ...others }) => others);

  function edit(field: string, change: Partial<Draft>) {
    editDraft({ ...kept, ...change });
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
    markSent();
    const body = {
      ...fieldsOf(draft),
      name,
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: accountIds,
      cool_off_days: coolOffDays,
      hours: hours === null ? null : [...hours],
    };
    if (task.type === 'edit') {
      const before = fieldsOf({ ...began, accountIds: usable(began.accountIds ?? []) });
      change.mutate({ id: task.campaign.id, body: changedFields(before, body) });
    } else create.mutate(body);
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
