import { Button, Group, Text, Textarea } from '@mantine/core';
import { ticketTextMaxLength } from '@sandpiper/contract/limits';
import { IconSend } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { useKeptText } from '../../platform/use-kept-text.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { supportTexts } from './support.texts.ts';
import css from './ticket-thread.module.css';

const texts = supportTexts.thread;

type SendBoxProps = {
  ticketId: number;
  /** The message that is being sent. Undefined if no message is being sent. */
  sending: string | undefined;
  /** Called to send the message. If sending fails, call `giveBack` to put the text back into the field. */
  onSend: (message: string, giveBack: () => void) => void;
};

export function SendBox({ ticketId, sending, onSend }: SendBoxProps) {
  const [text, setText] = useState('');
  const isSending = sending !== undefined;
  useKeptText({ name: `ticket-${ticketId}`, text: sending ?? text, onRestore: setText });
  const message = text.trim();
  const tooLong = lengthProblem(text, ticketTextMaxLength);

  function send() {
    if (message === '' || tooLong !== null || isSending) return;
    setText('');
    onSend(message, () => setText(message));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label={texts.message}
        placeholder={texts.placeholder}
        autosize
        minRows={3}
        maxRows={12}
        readOnly={isSending}
        value={text}
        error={tooLong}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed" className={css['shortcut']}>
          {texts.shortcut}
        </Text>
        <Button
          type="submit"
          ml="auto"
          disabled={isSending || message === ''}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {isSending ? texts.sending : texts.send}
        </Button>
      </Group>
      {(isSending || message !== '') && <LeaveQuestion {...(isSending ? texts.leaveSending : texts.leaveUnsent)} />}
    </form>
  );
}
