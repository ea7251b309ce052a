import { useLists } from '../features/lists/lists.queries.ts';
import { AllRecipientsScreen } from '../features/recipients/all-recipients-screen.tsx';

export default function RecipientsPage() {
  const lists = useLists();
  return <AllRecipientsScreen lists={lists.data?.lists ?? []} />;
}
