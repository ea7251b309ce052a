import { useParams } from 'react-router';
import { TicketView } from '../features/support/ticket-view.tsx';

export default function TicketPage() {
  const { id } = useParams();
  return <TicketView key={id} id={Number(id)} />;
}
