import { PageHeader } from '../ui/page-header.tsx';

export default function ListDetailPage() {
  return <PageHeader title="List" />;
}
