import { ActionIcon, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RecipientList } from '@sandpiper/contract/lists';
import { instagramMessageMaxLength, templateContentMaxLength } from '@sandpiper/contract/limits';
import { namedVariables, unknownPlaceholders } from '@sandpiper/contract/message';
import type { MessagePreview, PreviewedMessage } from '@sandpiper/contract/variables';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { previewedAtOnce, usePreviewOnList } from './template-preview.queries.ts';
import css from './template-preview.module.css';
import { templateTexts } from './templates.texts.ts';

const { preview: texts } = templateTexts;

const typingPauseMs = 300;

/** Which message is shown: the message to the person at this index, the longest message, or the shortest message. */
type Shown = number | 'longest' | 'shortest';

type ListPreviewProps = {
  list: RecipientList;
  content: string;
  /** The variables of all the user's lists. */
  variables: readonly string[];
};

/** Shows the message as each person on a list would receive it, one person at a time. */
export function ListPreview({ list, content, variables }: ListPreviewProps) {
  const [text] = useDebouncedValue(content, typingPauseMs);
  const [shown, show] = useState<Shown>(0);
  const index = typeof shown === 'number' ? shown : 0;
  const page = Math.floor(index / previewedAtOnce) + 1;
  const first = usePreviewOnList(list.id, text, 1);
  const current = usePreviewOnList(list.id, text, page);
  const summary = first.data?.summary ?? null;
  const message = typeof shown === 'number' ? current.data?.messages[index % previewedAtOnce] : summary?.[shown];
  const elsewhere = namedVariables(text).filter((name) => variables.includes(name) && !list.variables.includes(name));
  const total = first.data?.pagination.totalItems ?? list.recipient_count;

  if (content.trim() === '') return <Stage>{<p className={css['nothing']}>{texts.empty}</p>}</Stage>;
  if (content.length > templateContentMaxLength) {
    return (
      <Stage>
        <p className={css['nothing']}>{texts.contentTooLong}</p>
      </Stage>
    );
  }
  if (first.isError || current.isError) {
    return (
      <LoadFailed what={texts.loadFailed} onRetry={() => void Promise.all([first.refetch(), current.refetch()])} />
    );
  }
  return (
    <>
      <Reader name={message?.recipient} shown={shown} total={total} onShow={show} />
      <Stage>
        {message === undefined || message === null ? (
          <p className={css['nothing']}>{summary === null || current.isPending ? '' : texts.nobody}</p>
        ) : (
          <MessageBubble text={message.text} marks={marksOf(message, text, list.variables)} />
        )}
      </Stage>
      {message !== undefined && message !== null && <Facts message={message} />}
      {elsewhere.length > 0 && <p className={css['warning']}>{texts.notOnList(list.name, elsewhere)}</p>}
      {summary !== null && <Summary summary={summary} total={total} />}
    </>
  );
}

function Stage({ children }: { children: ReactNode }) {
  return (
    <div className={css['stage']} aria-live="polite">
      {children}
    </div>
  );
}

/** Returns the placeholders that stay unfilled: unknown names, and variables without a fallback for which this person has no value. */
function marksOf({ missing }: PreviewedMessage, content: string, variables: readonly string[]): string[] {
  const known = variables.filter((name) => !missing.includes(name));
  return unknownPlaceholders(content, known);
}

type ReaderProps = { name: string | undefined; shown: Shown; total: number; onShow: (shown: Shown) => void };

function Reader({ name, shown, total, onShow }: ReaderProps) {
  const index = typeof shown === 'number' ? shown : null;
  const place = index === null ? '' : texts.place(index + 1, total);
  return (
    <div className={css['reader']}>
      <span className={css['who']}>
        {name === undefined ? '' : `@${name}`} <small>{place}</small>
      </span>
      <span className={css['steps']}>
        <ActionIcon
          variant="default"
          aria-label={texts.previous}
          disabled={index === 0}
          onClick={() => onShow(index === null ? 0 : index - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={texts.next}
          disabled={index !== null && index + 1 >= total}
          onClick={() => onShow(index === null ? 0 : index + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        {(['longest', 'shortest'] as const).map((which) => (
          <Button
            key={which}
            size="compact-sm"
            variant={shown === which ? 'light' : 'default'}
            aria-pressed={shown === which}
            onClick={() => onShow(which)}
          >
            {texts[which]}
          </Button>
        ))}
      </span>
    </div>
  );
}

function Facts({ message: { missing, length } }: { message: PreviewedMessage }) {
  if (missing.length > 0) return <p className={css['warning']}>{texts.skipped(missing)}</p>;
  const isTooLong = length > instagramMessageMaxLength;
  return (
    <p className={isTooLong ? css['warning'] : css['fact']}>
      {isTooLong ? texts.tooLong(length, instagramMessageMaxLength) : texts.length(length, instagramMessageMaxLength)}
    </p>
  );
}

type SummaryProps = { summary: NonNullable<MessagePreview['summary']>; total: number };

/** Shows how many people would be skipped because a value is missing or the message is too long. */
function Summary({ summary, total }: SummaryProps) {
  const { looked_at: lookedAt, without_value: withoutValue, too_long: tooLong, missing_values: missing } = summary;
  const people = lookedAt < total ? texts.firstPeople(lookedAt) : texts.people(lookedAt);
  return (
    <>
      {withoutValue > 0 && <p className={css['warning']}>{texts.withoutValue(withoutValue, people, missing)}</p>}
      {tooLong > 0 && <p className={css['warning']}>{texts.someTooLong(tooLong, people)}</p>}
    </>
  );
}
