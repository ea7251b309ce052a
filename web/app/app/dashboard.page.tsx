import { PageHeader } from '../ui/page-header.tsx';

export default function DashboardPage() {
  return <PageHeader title="Dashboard" />;
}
