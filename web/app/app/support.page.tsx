import { PageHeader } from '../ui/page-header.tsx';

export default function SupportPage() {
  return <PageHeader title="Support Tickets" />;
}
