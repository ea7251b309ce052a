import { PageHeader } from '../ui/page-header.tsx';

export default function SettingsPage() {
  return <PageHeader title="Settings" />;
}
