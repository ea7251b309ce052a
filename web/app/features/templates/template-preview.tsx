import { TextInput } from '@mantine/core';
import { usernameMaxLength } from '@sandpiper/contract/limits';
import { renderMessage } from '@sandpiper/contract/message';
import { useState } from 'react';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import css from './template-preview.module.css';
import { unknownPlaceholders } from './template-text.ts';

/** The message as a person would read it, while it is written. */
export function TemplatePreview({ content }: { content: string }) {
  const [name, setName] = useState('rosa.fields');
  const unknown = unknownPlaceholders(content);
  return (
    <section className={css['preview']} aria-label="Preview">
      <div className={css['head']}>
        <h3>Preview</h3>
        <TextInput
          size="xs"
          w={180}
          aria-label="Preview as"
          leftSection="@"
          maxLength={usernameMaxLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={css['stage']} aria-live="polite">
        {content.trim() === '' ? (
          <p className={css['nothing']}>What you write appears here as it will be read.</p>
        ) : (
          <MessageBubble text={renderMessage(content, { username: name })} />
        )}
      </div>
      {unknown.length > 0 && (
        <p className={css['warning']} role="status">
          {unknown.join(', ')} {unknown.length === 1 ? 'is' : 'are'} sent as written: only {'{username}'} is filled in.
        </p>
      )}
    </section>
  );
}
