import { PageHeader } from '../ui/page-header.tsx';

export default function CampaignDetailPage() {
  return <PageHeader title="Campaign" />;
}
