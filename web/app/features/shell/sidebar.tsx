import { planOf } from '@sandpiper/contract/plans';
import { IconDiamond } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { formatDay } from '../../platform/dates.ts';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { Mark } from '../../ui/mark.tsx';
import { isActive, navigationFor } from './navigation.ts';
import css from './sidebar.module.css';

/** Where one can go, and what one has subscribed to. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const user = useUser();
  const { pathname } = useLocation();
  return (
    <div className={css['sidebar']}>
      <Link to="/dashboard" className={css['brand']} onClick={onNavigate}>
        <Mark size={28} />
        Sandpiper
      </Link>
      <nav aria-label="Main" className={css['nav']}>
        {navigationFor(user.role).map((entry) => {
          const Icon = entry.icon;
          return (
            <Link
              key={entry.path}
              to={entry.path}
              className={css['entry']}
              aria-current={isActive(entry, pathname) ? 'page' : undefined}
              onClick={onNavigate}
            >
              <Icon size={18} aria-hidden />
              {entry.name}
            </Link>
          );
        })}
      </nav>
      <PackFooter />
    </div>
  );
}

function PackFooter() {
  const user = useUser();
  const isSubscribed = useHasSubscription();
  const plan = planOf(user.pack);
  return (
    <div className={css['pack']} data-pro={user.pack === 'pro' || undefined}>
      <div className={css['plan']}>
        {user.pack === 'pro' && <IconDiamond size={16} aria-hidden />}
        {plan.name} Pack
        {!isSubscribed && <span className={css['expired']}>Expired</span>}
      </div>
      <div className={css['until']}>
        {user.subscription_end_date === null ? 'No subscription' : `Expires: ${formatDay(user.subscription_end_date)}`}
      </div>
    </div>
  );
}
