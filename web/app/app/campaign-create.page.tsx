import { PageHeader } from '../ui/page-header.tsx';

export default function CampaignCreatePage() {
  return <PageHeader title="New campaign" />;
}
