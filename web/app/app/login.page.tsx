import { PageHeader } from '../ui/page-header.tsx';

export default function LoginPage() {
  return <PageHeader title="Welcome to Sandpiper!" />;
}
