import { PageHeader } from '../ui/page-header.tsx';

export default function UsersPage() {
  return <PageHeader title="User Management" />;
}
