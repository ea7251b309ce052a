import { Text, TextInput } from '@mantine/core';
import { contactReasonMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { useNeverContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { never: texts } = doNotContactTexts;

type NeverContactModalProps = {
  username: string;
  /** The names of the campaigns that would still message this person. */
  campaigns: readonly string[];
  isOpen: boolean;
  onClose: () => void;
};

/** A dialog that adds one person to the do-not-contact list. */
export function NeverContactModal({ username, campaigns, isOpen, onClose }: NeverContactModalProps) {
  const add = useNeverContact();
  const [reason, setReason] = useState('');
  const tooLong = lengthProblem(reason, contactReasonMaxLength);

  useResetOnOpen(isOpen, () => setReason(''));

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={add.isPending}
      isDirty={reason.trim() !== ''}
      onSubmit={() => {
        if (tooLong === null) add.mutate({ username, reason: reason.trim() }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Text size="sm">
        <RichText text={texts.question(username)} tags={{ name: strong }} />
        {campaigns.length > 0 && ` ${texts.campaigns(campaigns)}`}
      </Text>
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        placeholder={texts.reasonSample}
        data-autofocus
        value={reason}
        error={tooLong}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormModal>
  );
}
