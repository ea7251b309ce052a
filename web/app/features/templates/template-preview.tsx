import { NativeSelect, TextInput } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import { namedVariables, parseMessage, renderMessage, unknownPlaceholders } from '@sandpiper/contract/message';
import { useState } from 'react';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { ListPreview } from './list-preview.tsx';
import { variablesOfLists } from './placeholders.ts';
import type { ListsToPreview } from './template-preview.queries.ts';
import css from './template-preview.module.css';
import { templateTexts } from './templates.texts.ts';

const { preview: texts } = templateTexts;

/**
 * Returns the list to preview by default: the first list that isn't empty and has all variables used in the template, or else the first
 * list that isn't empty. Returns undefined if all lists are empty.
 */
function usualList(lists: readonly RecipientList[], content: string): RecipientList | undefined {
  const filled = lists.filter(({ recipient_count: people }) => people > 0);
  const needed = namedVariables(content);
  return filled.find(({ variables }) => needed.every((name) => variables.includes(name))) ?? filled[0];
}

/** A live preview of the message as people on a list would receive it. */
export function TemplatePreview({ content, lists: loaded, isFailed, retry }: ListsToPreview & { content: string }) {
  const lists = loaded ?? [];
  const [chosen, choose] = useState<number | null>(null);
  const filled = lists.filter(({ recipient_count: people }) => people > 0);
  const list = chosen === 0 ? undefined : (filled.find(({ id }) => id === chosen) ?? usualList(lists, content));
  const variables = variablesOfLists(lists);
  return (
    <section className={css['preview']} aria-label={texts.title}>
      <div className={css['head']}>
        <h3>{texts.title}</h3>
        {filled.length > 0 && (
          <NativeSelect
            size="xs"
            maw="14rem"
            aria-label={texts.list}
            data={[
              ...filled.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: '0', label: texts.noList },
            ]}
            value={String(list?.id ?? 0)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          />
        )}
      </div>
      {isFailed && <LoadFailed what={texts.lists} onRetry={retry} />}
      {list === undefined ? (
        <SamplePreview content={content} />
      ) : (
        <ListPreview key={list.id} list={list} content={content} variables={variables} />
      )}
    </section>
  );
}

/** A preview for a single username that the user can change, shown if no list is selected. */
function SamplePreview({ content }: { content: string }) {
  const [name, setName] = useState(texts.sample);
  return (
    <>
      <TextInput
        size="xs"
        w={180}
        mt="xs"
        aria-label={texts.name}
        leftSection="@"
        maxLength={usernameMaxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={css['stage']} aria-live="polite">
        {content.trim() === '' ? (
          <p className={css['nothing']}>{texts.empty}</p>
        ) : (
          <MessageBubble
            text={renderMessage(parseMessage(content, []), { username: name }).text}
            marks={unknownPlaceholders(content, [])}
          />
        )}
      </div>
    </>
  );
}
