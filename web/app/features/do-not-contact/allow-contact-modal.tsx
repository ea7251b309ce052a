import { Text, TextInput } from '@mantine/core';
import { contactReasonMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { useAllowContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { removal: texts } = doNotContactTexts;

type AllowContactModalProps = { username: string; isOpen: boolean; onClose: () => void };

/** A dialog that removes a person from the do-not-contact list. The user must give a reason, which is recorded. */
export function AllowContactModal({ username, isOpen, onClose }: AllowContactModalProps) {
  const allow = useAllowContact();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const tooLong = lengthProblem(reason, contactReasonMaxLength);

  useResetOnOpen(isOpen, () => {
    setReason('');
    setProblem(null);
  });

  function submit(): void {
    if (reason.trim() === '') setProblem(texts.required);
    else if (tooLong === null) allow.mutate({ username, reason: reason.trim() }, { onSuccess: onClose });
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={allow.isPending}
      isDirty={reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        <RichText text={texts.question(username)} tags={{ name: strong }} />
      </Text>
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        placeholder={texts.reasonSample}
        required
        data-autofocus
        value={reason}
        error={tooLong ?? problem}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormModal>
  );
}
