import { PageHeader } from '../ui/page-header.tsx';

export default function TicketPage() {
  return <PageHeader title="Ticket" />;
}
