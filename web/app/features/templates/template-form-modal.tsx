import { TextInput } from '@mantine/core';
import { templateContentMaxLength, templateNameMaxLength } from '@sandpiper/contract/limits';
import type { Template } from '@sandpiper/contract/templates';
import { changedFields } from '../../platform/changed-fields.ts';
import { useDialogForm } from '../../platform/dialog-form.ts';
import { useKeptText } from '../../platform/use-kept-text.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { variablesOfLists } from './placeholders.ts';
import { TemplateContent } from './template-content.tsx';
import { useListsToPreview } from './template-preview.queries.ts';
import { TemplatePreview } from './template-preview.tsx';
import { useSaveTemplate } from './templates.queries.ts';
import { templateTexts } from './templates.texts.ts';

const { form: texts } = templateTexts;

type TemplateFormModalProps = { target: Template | 'new' | null; isOpen: boolean; onClose: () => void };

export function TemplateFormModal({ target, isOpen, onClose }: TemplateFormModalProps) {
  const template = target === 'new' ? null : target;
  const loaded = useListsToPreview(isOpen);
  const { form, dialog } = useDialogForm({
    values: { name: template?.name ?? '', content: template?.content ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameRequired : null),
      content: (content) =>
        content.trim() === '' ? texts.contentRequired : lengthProblem(content, templateContentMaxLength),
    },
    isOpen,
    target,
    mutation: useSaveTemplate(),
    toInput: (values, before) =>
      template === null ? { id: null, body: values } : { id: template.id, body: changedFields(before, values) },
    onDone: onClose,
  });
  useKeptText({
    name: `template-${template?.id ?? 'new'}`,
    text: form.isDirty('content') ? form.values.content : '',
    isOpen,
    onRestore: (content) => form.setFieldValue('content', content),
  });

  return (
    <FormModal
      {...dialog}
      title={template === null ? texts.addTitle : texts.editTitle}
      submit={template === null ? texts.add : texts.save}
      size="lg"
      isDirty={form.isDirty()}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        maxLength={templateNameMaxLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TemplateContent
        content={form.values.content}
        variables={loaded.lists && variablesOfLists(loaded.lists)}
        error={form.errors['content']}
        onChange={(content) => form.setFieldValue('content', content)}
      />
      <TemplatePreview content={form.values.content} {...loaded} />
    </FormModal>
  );
}
