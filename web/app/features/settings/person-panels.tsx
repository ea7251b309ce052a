import { planOf } from '@sandpiper/contract/plans';
import { formatDateTime, formatDay } from '../../platform/dates.ts';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import css from './person-panels.module.css';

export function SubscriptionPanel() {
  const user = useUser();
  const plan = planOf(user.pack);
  const hasSubscription = useHasSubscription();
  return (
    <Panel title="Subscription">
      <dl className={css['facts']}>
        <dt>Pack</dt>
        <dd>
          {plan.name} ({plan.inAppPrice})
        </dd>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={hasSubscription ? 'active' : 'expired'} />
        </dd>
        <dt>End date</dt>
        <dd>{user.subscription_end_date === null ? 'No subscription' : formatDay(user.subscription_end_date)}</dd>
      </dl>
      <h3 className={css['heading']}>Your pack has</h3>
      <ul className={css['features']}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </Panel>
  );
}

export function AccountPanel() {
  const user = useUser();
  return (
    <Panel title="Account">
      <dl className={css['facts']}>
        <dt>Username</dt>
        <dd>{user.username}</dd>
        <dt>Role</dt>
        <dd>{user.role}</dd>
        <dt>Account created</dt>
        <dd>{formatDateTime(user.created_at)}</dd>
        <dt>Last login</dt>
        <dd>{user.last_login === null ? 'Never' : formatDateTime(user.last_login)}</dd>
      </dl>
    </Panel>
  );
}
