import { Select } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import type { Template } from '@sandpiper/contract/templates';
import { formatCount } from '../../platform/dates.ts';
import css from './campaign-form.module.css';

type CampaignChoicesProps = {
  templates: readonly Template[] | undefined;
  lists: readonly RecipientList[] | undefined;
  templateId: number | undefined;
  listId: number | undefined;
  errors: Readonly<Record<string, string>>;
  onTemplate: (id: number | undefined) => void;
  onList: (id: number | undefined) => void;
};

const textOf = (id: number | undefined) => (id === undefined ? null : String(id));
const idOf = (text: string | null) => (text === null ? undefined : Number(text));

/** What is sent, and to whom. */
export function CampaignChoices(props: CampaignChoicesProps) {
  const { templates, lists, templateId, listId, errors, onTemplate, onList } = props;
  return (
    <div className={css['pair']}>
      <Select
        label="Message Template"
        placeholder="Choose a template"
        required
        searchable
        nothingFoundMessage="No such template"
        data={(templates ?? []).map((each) => ({ value: String(each.id), label: each.name }))}
        value={textOf(templateId)}
        error={errors['message_template_id']}
        onChange={(value) => onTemplate(idOf(value))}
      />
      <Select
        label="Recipient List"
        placeholder="Choose a list"
        required
        searchable
        nothingFoundMessage="No such list"
        data={(lists ?? []).map((each) => ({
          value: String(each.id),
          label: `${each.name} (${formatCount(each.pending_count)} to message)`,
        }))}
        value={textOf(listId)}
        error={errors['list_id']}
        onChange={(value) => onList(idOf(value))}
      />
    </div>
  );
}
