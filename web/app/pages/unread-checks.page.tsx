import { useInboxButton } from '../features/accounts/open-profile.tsx';
import { UnreadChecksScreen } from '../features/unread-checks/unread-checks-screen.tsx';

export default function UnreadChecksPage() {
  const inboxButton = useInboxButton();
  return <UnreadChecksScreen inboxButton={inboxButton} />;
}
