import { PageHeader } from '../ui/page-header.tsx';

export default function RegisterPage() {
  return <PageHeader title="Create Your Account" />;
}
