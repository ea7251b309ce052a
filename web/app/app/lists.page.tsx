import { PageHeader } from '../ui/page-header.tsx';

export default function ListsPage() {
  return <PageHeader title="Lists" />;
}
