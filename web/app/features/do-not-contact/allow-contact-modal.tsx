import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useAllowContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { ReasonModal } from './reason-modal.tsx';

const { removal: texts } = doNotContactTexts;

type AllowContactModalProps = { username: string; isOpen: boolean; onClose: () => void };

/** A dialog that removes a person from the do-not-contact list. The user must give a reason, which is recorded. */
export function AllowContactModal({ username, isOpen, onClose }: AllowContactModalProps) {
  const allow = useAllowContact();
  return (
    <ReasonModal
      texts={texts}
      isOpen={isOpen}
      isBusy={allow.isPending}
      onSubmit={(reason) => allow.mutate({ username, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RichText text={texts.question(username)} tags={{ name: strong }} />
    </ReasonModal>
  );
}
