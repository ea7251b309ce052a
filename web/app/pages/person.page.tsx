import { normalizeUsername } from '@sandpiper/contract/usernames';
import { useParams } from 'react-router';
import { AllowContactModal } from '../features/do-not-contact/allow-contact-modal.tsx';
import { NeverContactModal } from '../features/do-not-contact/never-contact-modal.tsx';
import type { PersonDetail } from '../features/people/person/person.queries.ts';
import { PersonScreen } from '../features/people/person/person-screen.tsx';
import { useDialogState } from '../platform/dialog-state.ts';

export default function PersonPage() {
  const username = normalizeUsername(useParams()['username'] ?? '');
  return <Person key={username} username={username} />;
}

function Person({ username }: { username: string }) {
  const never = useDialogState<PersonDetail>();
  const allow = useDialogState<PersonDetail>();
  return (
    <>
      <PersonScreen username={username} onNeverContact={never.open} onAllowContact={allow.open} />
      <NeverContactModal
        username={username}
        campaigns={(never.target?.summary.waiting_in ?? []).map(({ name }) => name)}
        isOpen={never.isOpen}
        onClose={never.close}
      />
      <AllowContactModal username={username} isOpen={allow.isOpen} onClose={allow.close} />
    </>
  );
}
