import type { ContactMessage } from '@sandpiper/contract/contact';
import { ConfirmRemoval } from '../../ui/confirm-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useRemoveContactMessage } from './contact.queries.ts';
import { supportTexts } from './support.texts.ts';

const texts = supportTexts.contact;

export function RemoveContactMessage({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const removal = useRemoveContactMessage();
  return (
    <ConfirmRemoval
      removal={removal}
      of={message.id}
      title={texts.removeQuestion}
      confirm={texts.remove}
      onClose={onClose}
    >
      <RichText text={texts.removeWarning(message.name)} tags={{ strong }} />
    </ConfirmRemoval>
  );
}
