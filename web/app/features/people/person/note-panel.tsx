import { Button, Textarea } from '@mantine/core';
import { personNoteMaxLength } from '@sandpiper/contract/limits';
import type { Person } from '@sandpiper/contract/people';
import { useState } from 'react';
import { useHasSubscription } from '../../../platform/session.tsx';
import { toast } from '../../../platform/toasts.tsx';
import { useKeptText } from '../../../platform/use-kept-text.ts';
import { LeaveQuestion } from '../../../ui/leave-question.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { lengthProblem } from '../../../ui/text-length.ts';
import css from './person-screen.module.css';
import { useSavePerson } from './person.queries.ts';
import { personTexts } from './person.texts.ts';

const { note: texts } = personTexts;

/** The user's note about a person. Asks for confirmation before leaving the page with unsaved text. */
export function NotePanel({ person }: { person: Person }) {
  const isAllowed = useHasSubscription();
  const save = useSavePerson(person.username, texts.failed);
  const saved = person.note ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const tooLong = lengthProblem(typed ?? saved, personNoteMaxLength);
  const isDirty = typed !== null && typed.trim() !== saved;
  useKeptText({ name: `note-${person.username}`, text: isDirty ? typed : '', onRestore: setTyped });

  function submit(): void {
    if (tooLong !== null) return;
    const note = (typed ?? '').trim();
    save.mutate(
      { note: note === '' ? null : note },
      {
        onSuccess: () => {
          // Keep what the user typed while the note was being saved.
          setTyped((now) => (now === typed ? null : now));
          toast.success(texts.saved);
        },
      },
    );
  }

  return (
    <Panel title={texts.title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          aria-label={texts.label}
          placeholder={texts.placeholder}
          autosize
          minRows={2}
          maxRows={12}
          disabled={!isAllowed}
          value={typed ?? saved}
          error={tooLong}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isDirty && (
          <div className={css['buttons']}>
            <Button size="xs" variant="default" onClick={() => setTyped(null)}>
              {texts.discard}
            </Button>
            <Button size="xs" type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </div>
        )}
      </form>
      {isDirty && <LeaveQuestion title={texts.leaveTitle} text={texts.leaveText} confirm={texts.leave} />}
    </Panel>
  );
}
