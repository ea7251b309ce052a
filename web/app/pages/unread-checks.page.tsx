import { UnreadChecksScreen } from '../features/unread-checks/unread-checks-screen.tsx';

export default function UnreadChecksPage() {
  return <UnreadChecksScreen />;
}
