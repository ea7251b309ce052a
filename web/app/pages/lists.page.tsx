import { ListsScreen } from '../features/lists/lists-screen.tsx';
import { ImportStrip } from '../features/recipients/import-strip.tsx';

const importInto = (listId: number) => <ImportStrip listId={listId} />;

export default function ListsPage() {
  return <ListsScreen work={importInto} />;
}
