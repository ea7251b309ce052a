import { Autocomplete, Select, TextInput } from '@mantine/core';
import { contactReasonMaxLength, tagNameMaxLength } from '@sandpiper/contract/limits';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { useAllLists, useAllTags } from '../../platform/people-queries.ts';
import { LoadedSelect } from '../../ui/loaded-select.tsx';
import { publicTexts } from '../../ui/public.texts.ts';
import { lengthProblem } from '../../ui/text-length.ts';
import type { ChangeType, ChangeValues } from './change-form.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { dialog: texts, toasts } = peopleChangesTexts;
const statuses: readonly RecipientStatus[] = ['pending', 'sent', 'failed', 'not_found'];

type FieldProps = {
  values: ChangeValues;
  problem: string | null;
  onChange: (change: Partial<ChangeValues>) => void;
};

/** The form fields for a change of the given type. */
export function ChangeFields({ type, ...field }: FieldProps & { type: ChangeType }) {
  switch (type) {
    case 'tag':
      return <NewTag {...field} />;
    case 'untag':
      return <KnownTag {...field} />;
    case 'add_to_list':
      return <ListChoice {...field} isAutofocused />;
    case 'remove_from_list':
      return <ListChoice {...field} isAutofocused all={texts.allLists} />;
    case 'set_status':
      return (
        <>
          <StatusChoice {...field} />
          <ListChoice {...field} all={texts.allLists} />
        </>
      );
    case 'do_not_contact':
      return <Reason {...field} />;
  }
}

const useTags = () => useAllTags({ errorToast: toasts.tagsFailed });

function NewTag({ values, problem, onChange }: FieldProps) {
  const { data } = useTags();
  return (
    <Autocomplete
      label={texts.tag}
      description={texts.tagHint}
      required
      maxLength={tagNameMaxLength}
      data-autofocus
      openOnFocus={false}
      data={data?.tags.map(({ name }) => name) ?? []}
      value={values.tag}
      error={problem}
      onChange={(tag) => onChange({ tag })}
    />
  );
}

function KnownTag({ values, problem, onChange }: FieldProps) {
  const { data, isLoadingError, refetch } = useTags();
  return (
    <LoadedSelect
      label={texts.tag}
      placeholder={texts.chooseTag}
      nothingFoundMessage={data?.tags.length === 0 ? texts.noTags : texts.noTagFound}
      required
      data-autofocus
      openOnFocus={false}
      options={data?.tags.map(({ name }) => ({ value: name, label: name }))}
      isFailed={isLoadingError}
      onRetry={() => void refetch()}
      value={values.tag === '' ? null : values.tag}
      error={problem}
      onChange={(tag) => onChange({ tag: tag ?? '' })}
    />
  );
}

type ListChoiceProps = FieldProps & {
  isAutofocused?: boolean;
  /** The label of the "all lists" option. If omitted, that option isn't offered and the user must choose a list. */
  all?: string;
};

function ListChoice({ values, problem, onChange, isAutofocused = false, all }: ListChoiceProps) {
  const { data, isLoadingError, refetch } = useAllLists({ errorToast: toasts.listsFailed });
  return (
    <LoadedSelect
      label={texts.list}
      placeholder={texts.chooseList}
      nothingFoundMessage={data?.lists.length === 0 ? texts.noLists : texts.noListFound}
      required={all === undefined}
      data-autofocus={isAutofocused || undefined}
      openOnFocus={false}
      first={all === undefined ? undefined : { value: '', label: all }}
      options={data?.lists.map(({ id, name }) => ({ value: String(id), label: name }))}
      isFailed={isLoadingError}
      onRetry={() => void refetch()}
      value={values.listId === null ? (all === undefined ? null : '') : String(values.listId)}
      error={problem}
      onChange={(id) => onChange({ listId: id === null || id === '' ? null : Number(id) })}
    />
  );
}

function StatusChoice({ values, onChange }: FieldProps) {
  return (
    <Select
      label={texts.status}
      data-autofocus
      data={statuses.map((status) => ({ value: status, label: publicTexts.statuses[status] }))}
      value={values.status}
      onChange={(next) => {
        const status = statuses.find((each) => each === next);
        if (status !== undefined) onChange({ status });
      }}
    />
  );
}

function Reason({ values, problem, onChange }: FieldProps) {
  return (
    <TextInput
      label={texts.reason}
      description={texts.reasonHint}
      placeholder={texts.reasonSample}
      data-autofocus
      value={values.reason}
      error={lengthProblem(values.reason, contactReasonMaxLength) ?? problem}
      onChange={(event) => onChange({ reason: event.currentTarget.value })}
    />
  );
}
