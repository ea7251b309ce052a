import { ListsScreen } from '../features/lists/lists-screen.tsx';

export default function ListsPage() {
  return <ListsScreen />;
}
