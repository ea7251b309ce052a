import { TextInput } from '@mantine/core';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import { parseMessage, renderMessage } from '@sandpiper/contract/message';
import { useState } from 'react';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { unknownPlaceholders } from './placeholders.ts';
import css from './template-preview.module.css';
import { templateTexts } from './templates.texts.ts';

const { preview: texts } = templateTexts;

/** A live preview of the message as a person would read it. */
export function TemplatePreview({ content }: { content: string }) {
  const [name, setName] = useState(texts.sample);
  const unknown = unknownPlaceholders(content);
  return (
    <section className={css['preview']} aria-label={texts.title}>
      <div className={css['head']}>
        <h3>{texts.title}</h3>
        <TextInput
          size="xs"
          w={180}
          aria-label={texts.name}
          leftSection="@"
          maxLength={usernameMaxLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={css['stage']} aria-live="polite">
        {content.trim() === '' ? (
          <p className={css['nothing']}>{texts.empty}</p>
        ) : (
          <MessageBubble text={renderMessage(parseMessage(content, []), { username: name }).text} />
        )}
      </div>
      {unknown.length > 0 && (
        <p className={css['warning']} role="status">
          {texts.unknown(unknown)}
        </p>
      )}
    </section>
  );
}
