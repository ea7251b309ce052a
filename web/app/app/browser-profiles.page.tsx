import { PageHeader } from '../ui/page-header.tsx';

export default function BrowserProfilesPage() {
  return <PageHeader title="Profiles management" />;
}
