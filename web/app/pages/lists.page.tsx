import { ImportOnCard } from '../features/imports/import-strip.tsx';
import { ListsScreen } from '../features/lists/lists-screen.tsx';

const importInto = (listId: number) => <ImportOnCard listId={listId} />;

export default function ListsPage() {
  return <ListsScreen work={importInto} />;
}
