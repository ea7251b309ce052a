import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function DashboardPage() {
  const isSubscribed = useHasSubscription();
  const create = { leftSection: <IconPlus size={16} />, children: 'Create Campaign' };
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          isSubscribed ? <Button component={Link} to="/campaigns/new" {...create} /> : <Button disabled {...create} />
        }
      />
      <SubscriptionBanner what="creating and starting campaigns" />
      <Dashboard />
    </>
  );
}
