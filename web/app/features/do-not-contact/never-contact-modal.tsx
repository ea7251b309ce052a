import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useNeverContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { ReasonModal } from './reason-modal.tsx';

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
  return (
    <ReasonModal
      texts={texts}
      isOpen={isOpen}
      isBusy={add.isPending}
      onSubmit={(reason) => add.mutate({ username, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RichText text={texts.question(username)} tags={{ name: strong }} />
      {campaigns.length > 0 && ` ${texts.campaigns(campaigns)}`}
    </ReasonModal>
  );
}
