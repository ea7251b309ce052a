import { PageHeader } from '../ui/page-header.tsx';

export default function RecipientsPage() {
  return <PageHeader title="Recipients" />;
}
