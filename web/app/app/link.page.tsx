import { PageHeader } from '../ui/page-header.tsx';

export default function LinkPage() {
  return <PageHeader title="Connect a computer" />;
}
