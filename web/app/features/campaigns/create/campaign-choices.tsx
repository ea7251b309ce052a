import type { RecipientList } from '@sandpiper/contract/lists';
import type { Template } from '@sandpiper/contract/templates';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import css from './campaign-form.module.css';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { form: texts } = campaignFormTexts;

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

/** The form fields for the template and the list. */
export function CampaignChoices(props: CampaignChoicesProps) {
  const { templates, lists, templateId, listId, errors, onTemplate, onList } = props;
  return (
    <div className={css['pair']}>
      <ChoiceSelect
        label={texts.template}
        placeholder={texts.templatePlaceholder}
        required
        allowDeselect={false}
        nothingFoundMessage={texts.noTemplateFound}
        data={(templates ?? []).map((each) => ({ value: String(each.id), label: each.name }))}
        value={textOf(templateId)}
        error={errors['message_template_id']}
        onChange={(value) => onTemplate(idOf(value))}
      />
      <ChoiceSelect
        label={texts.list}
        placeholder={texts.listPlaceholder}
        required
        allowDeselect={false}
        nothingFoundMessage={texts.noListFound}
        data={(lists ?? []).map((each) => ({
          value: String(each.id),
          label: texts.listOption(each.name, each.pending_count),
        }))}
        value={textOf(listId)}
        error={errors['list_id']}
        onChange={(value) => onList(idOf(value))}
      />
    </div>
  );
}
