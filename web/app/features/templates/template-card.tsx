import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Template } from '@sandpiper/contract/templates';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import css from './template-card.module.css';
import { useSelectTemplate } from './templates.queries.ts';
import { templateTexts } from './templates.texts.ts';

const { card: texts } = templateTexts;

type TemplateCardProps = { template: Template; onEdit: () => void; onRemove: () => void };

export function TemplateCard({ template, onEdit, onRemove }: TemplateCardProps) {
  const isAllowed = useHasSubscription();
  const select = useSelectTemplate();
  const navigate = useNavigate();
  return (
    <article className={css['card']} data-selected={template.is_selected || undefined} aria-label={template.name}>
      <header className={css['head']}>
        <h2>{template.name}</h2>
        {template.is_selected && (
          <Badge tone="tide" icon={<IconCheck size={13} aria-hidden />}>
            {texts.selected}
          </Badge>
        )}
      </header>
      <div className={css['message']}>
        <MessageBubble text={template.content} lines={5} />
      </div>
      <footer className={css['foot']}>
        <span className={css['when']}>
          {texts.created} <ExactTime at={template.created_at} />
        </span>
        {!template.is_selected && (
          <Button
            size="compact-sm"
            variant="light"
            disabled={!isAllowed}
            aria-label={texts.selectName(template.name)}
            onClick={() => select.mutate(template)}
          >
            {texts.select}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="light"
          disabled={!isAllowed}
          aria-label={texts.createCampaignWith(template.name)}
          onClick={() => void navigate(`/campaigns/new?template=${template.id}`)}
        >
          {texts.createCampaign}
        </Button>
        <CardAction label={texts.edit(template.name)} isAllowed={isAllowed} onClick={onEdit}>
          <IconPencil size={17} aria-hidden />
        </CardAction>
        <CardAction label={texts.remove(template.name)} isAllowed={isAllowed} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </CardAction>
      </footer>
    </article>
  );
}

type CardActionProps = { label: string; isAllowed: boolean; onClick: () => void; children: ReactNode };

function CardAction({ label, isAllowed, onClick, children }: CardActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!isAllowed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
