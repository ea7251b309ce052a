import { normalizeUsername } from '@sandpiper/contract/usernames';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AllowContactModal } from '../features/do-not-contact/allow-contact-modal.tsx';
import { NeverContactModal } from '../features/do-not-contact/never-contact-modal.tsx';
import { PersonScreen } from '../features/people/person-screen.tsx';
import { useDialogState } from '../platform/dialog-state.ts';

export default function PersonPage() {
  const username = normalizeUsername(useParams()['username'] ?? '');
  return <Person key={username} username={username} />;
}

function Person({ username }: { username: string }) {
  const never = useDialogState<readonly string[]>();
  const [isAllowing, setAllowing] = useState(false);
  return (
    <>
      <PersonScreen username={username} onNeverContact={never.open} onAllowContact={() => setAllowing(true)} />
      <NeverContactModal
        username={username}
        campaigns={never.target ?? []}
        isOpen={never.isOpen}
        onClose={never.close}
      />
      <AllowContactModal username={username} isOpen={isAllowing} onClose={() => setAllowing(false)} />
    </>
  );
}
