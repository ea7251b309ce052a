import { PageHeader } from '../ui/page-header.tsx';

export default function CampaignsPage() {
  return <PageHeader title="Campaigns" />;
}
