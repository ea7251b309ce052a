import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { templateContentMaxLength, templateNameMaxLength } from '@sandpiper/contract/limits';
import type { Template } from '@sandpiper/contract/templates';
import { IconAt } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { insertPlaceholder } from './placeholders.ts';
import { TemplatePreview } from './template-preview.tsx';
import { useSaveTemplate, type TemplateInput } from './templates.queries.ts';
import { templateTexts } from './templates.texts.ts';

const { form: texts } = templateTexts;

const blank: TemplateInput = { name: '', content: '' };

type TemplateFormModalProps = { target: Template | 'new' | null; isOpen: boolean; onClose: () => void };

export function TemplateFormModal({ target, isOpen, onClose }: TemplateFormModalProps) {
  const template = target === 'new' ? null : target;
  const save = useSaveTemplate();
  const form = useForm<TemplateInput>({
    initialValues: blank,
    validate: {
      name: (name) => (name.trim() === '' ? texts.nameRequired : null),
      content: (content) => (content.trim() === '' ? texts.contentRequired : null),
    },
  });

  const begin = useEffectEvent(() => {
    const values = template === null ? blank : { name: template.name, content: template.content };
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
  });
  useEffect(() => {
    if (isOpen) begin();
  }, [isOpen]);

  const submit = form.onSubmit((body) => {
    save.mutate(
      { id: template?.id ?? null, body },
      { onSuccess: onClose, onError: (error) => form.setErrors(failedFields(error)) },
    );
  });

  return (
    <FormModal
      isOpen={isOpen}
      title={template === null ? texts.addTitle : texts.editTitle}
      submit={template === null ? texts.add : texts.save}
      size="lg"
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
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
      <ContentInput
        content={form.values.content}
        error={form.errors['content']}
        onChange={(content) => form.setFieldValue('content', content)}
      />
      <TemplatePreview content={form.values.content} />
    </FormModal>
  );
}

type ContentInputProps = { content: string; error: ReactNode; onChange: (content: string) => void };

function ContentInput({ content, error, onChange }: ContentInputProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(): void {
    const area = field.current;
    const start = area?.selectionStart ?? content.length;
    const inserted = insertPlaceholder(content, start, area?.selectionEnd ?? start);
    if (inserted.content.length > templateContentMaxLength) return;
    onChange(inserted.content);
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(inserted.caret, inserted.caret);
    });
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={texts.content}
        description={texts.contentHint}
        required
        autosize
        minRows={4}
        maxRows={10}
        maxLength={templateContentMaxLength}
        value={content}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group justify="space-between" mt={6} gap="xs">
        <Button size="compact-sm" variant="light" leftSection={<IconAt size={14} aria-hidden />} onClick={insert}>
          {texts.insert}
        </Button>
        <span style={{ color: 'var(--text-dim)', fontSize: 'var(--size-xs)' }}>
          {texts.length(content.length, templateContentMaxLength)}
        </span>
      </Group>
    </div>
  );
}
