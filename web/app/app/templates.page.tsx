import { PageHeader } from '../ui/page-header.tsx';

export default function TemplatesPage() {
  return <PageHeader title="Templates" />;
}
