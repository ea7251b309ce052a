import { Button } from '@mantine/core';
import { messageLength } from '@sandpiper/contract/message';
import type { Template } from '@sandpiper/contract/templates';
import { IconPlus } from '@tabler/icons-react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { CardGridSkeleton } from '../../ui/card-grid.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SearchableCards } from '../../ui/searchable-cards.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplateFormModal } from './template-form-modal.tsx';
import { useRemoveTemplate, useTemplates } from './templates.queries.ts';
import { templateTexts } from './templates.texts.ts';

const { page: texts, empty: emptyTexts, search: searchTexts, removal: removalTexts } = templateTexts;
const cardSize = { width: '20rem', height: '14rem' };

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
      <Loaded
        query={templates}
        what={texts.loadFailed}
        skeleton={<CardGridSkeleton label={texts.title} {...cardSize} />}
      >
        {(data) =>
          data.templates.length === 0 ? (
            <NothingYet texts={emptyTexts} isAllowed={isAllowed} onAdd={() => form.open('new')} />
          ) : (
            <SearchableCards
              items={data.templates}
              textsOf={({ name, content }) => [name, content]}
              width={cardSize.width}
              texts={searchTexts}
            >
              {(template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  onEdit={() => form.open(template)}
                  onRemove={() => removal.open(template)}
                />
              )}
            </SearchableCards>
          )
        }
      </Loaded>
      <TemplateFormModal target={form.target} isOpen={form.isOpen} onClose={form.close} />
      <RemoveTemplateModal template={removal.target} isOpen={removal.isOpen} onClose={removal.close} />
    </>
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
        text={removalTexts.question(template?.name ?? '', messageLength(template?.content ?? ''))}
        tags={{ name: strong }}
      />
    </ConfirmModal>
  );
}
