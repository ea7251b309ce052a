import { TicketNotFound, TicketView } from '../features/support/ticket-view.tsx';
import { useIdParam } from '../platform/url-values.ts';

export default function TicketPage() {
  const id = useIdParam();
  return id === undefined ? <TicketNotFound /> : <TicketView key={id} id={id} />;
}
