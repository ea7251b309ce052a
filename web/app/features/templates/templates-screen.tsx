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
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { TemplateCard } from './template-card.tsx';
import css from './template-card.module.css';
import { TemplateFormModal } from './template-form-modal.tsx';
import { useRemoveTemplate, useTemplates } from './templates.queries.ts';

export function TemplatesScreen() {
  const templates = useTemplates();
  const form = useDialogState<Template | 'new'>();
  const removal = useDialogState<Template>();
  const isAllowed = useHasSubscription();
  useOpenFormOnArrival(() => isAllowed && form.open('new'));
  return (
    <>
      <PageHeader
        title="Templates"
        description="The messages your campaigns send, each person's name filled in."
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={() => form.open('new')}
          >
            New Template
          </Button>
        }
      />
      <SubscriptionBanner what="managing templates" />
      {templates.isError && templates.data === undefined ? (
        <LoadFailed what="The templates" onRetry={() => void templates.refetch()} />
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
      <div className={css['grid']} role="group" aria-busy="true" aria-label="Templates">
        <SkeletonCard height="13rem" />
        <SkeletonCard height="13rem" />
        <SkeletonCard height="13rem" />
      </div>
    );
  }
  if (templates.length === 0) {
    return (
      <EmptyState
        title="No templates yet"
        action={
          <Button disabled={!isAllowed} onClick={onAdd}>
            Write your first template
          </Button>
        }
      >
        A template is the text a campaign sends. Write {'{username}'} where the name of the person belongs.
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
      title="Delete Template"
      confirm="Delete Template"
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (template !== null) remove.mutate(template);
        onClose();
      }}
    >
      <strong>{template?.name}</strong> and its {template?.content.length} characters of text are gone for good.
      Campaigns that started already keep the text they started with.
    </ConfirmModal>
  );
}
