import { Button } from '@mantine/core';
import type { Template } from '@sandpiper/contract/templates';
import { IconPlus } from '@tabler/icons-react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { TemplateCard } from './template-card.tsx';
import css from './template-card.module.css';
import { TemplateFormModal } from './template-form-modal.tsx';
import { useRemoveTemplate, useTemplates } from './templates.queries.ts';
import { templateTexts } from './templates.texts.ts';

const { page: texts, empty: emptyTexts, removal: removalTexts } = templateTexts;

export function TemplatesScreen() {
  const templates = useTemplates();
  const form = useDialogState<Template | 'new'>();
  const removal = useDialogState<Template>();
  const isAllowed = useHasSubscription();
  useOpenFormOnArrival(() => isAllowed && form.open('new'));
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={() => form.open('new')}
          >
            {texts.add}
          </Button>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      {templates.isError && templates.data === undefined ? (
        <LoadFailed what={texts.loadFailed} onRetry={() => void templates.refetch()} />
      ) : (
        <TemplateGrid
          templates={templates.data?.templates}
          isAllowed={isAllowed}
          onAdd={() => form.open('new')}
          onEdit={form.open}
          onRemove={removal.open}
        />
      )}
      <TemplateFormModal target={form.target} isOpen={form.isOpen} onClose={form.close} />
      <RemoveTemplateModal template={removal.target} isOpen={removal.isOpen} onClose={removal.close} />
    </>
  );
}

type TemplateGridProps = {
  templates: readonly Template[] | undefined;
  isAllowed: boolean;
  onAdd: () => void;
  onEdit: (template: Template) => void;
  onRemove: (template: Template) => void;
};

function TemplateGrid({ templates, isAllowed, onAdd, onEdit, onRemove }: TemplateGridProps) {
  if (templates === undefined) {
    return (
      <div className={css['grid']} role="group" aria-busy="true" aria-label={texts.title}>
        <SkeletonCard height="13rem" />
        <SkeletonCard height="13rem" />
        <SkeletonCard height="13rem" />
      </div>
    );
  }
  if (templates.length === 0) {
    return (
      <EmptyState
        title={emptyTexts.title}
        action={
          <Button disabled={!isAllowed} onClick={onAdd}>
            {emptyTexts.action}
          </Button>
        }
      >
        {emptyTexts.text}
      </EmptyState>
    );
  }
  return (
    <div className={css['grid']}>
      {templates.map((template) => (
        <TemplateCard
          key={template.id}
          template={template}
          onEdit={() => onEdit(template)}
          onRemove={() => onRemove(template)}
        />
      ))}
    </div>
  );
}

type RemoveTemplateModalProps = { template: Template | null; isOpen: boolean; onClose: () => void };

function RemoveTemplateModal({ template, isOpen, onClose }: RemoveTemplateModalProps) {
  const remove = useRemoveTemplate();
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={removalTexts.title}
      confirm={removalTexts.confirm}
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (template !== null) remove.mutate(template);
        onClose();
      }}
    >
      <RichText
        text={removalTexts.question(template?.name ?? '', template?.content.length ?? 0)}
        tags={{ name: strong }}
      />
    </ConfirmModal>
  );
}
