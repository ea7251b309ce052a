import { PageHeader } from '../ui/page-header.tsx';

export default function UnreadChecksPage() {
  return <PageHeader title="Unread Messages Checker" />;
}
