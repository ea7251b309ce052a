import type { SessionUser } from '@sandpiper/contract/auth';
import { planOf } from '@sandpiper/contract/plans';
import { IconDiamond } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDay } from '../../platform/dates.ts';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useUnreadCounts } from '../../platform/unread-counts.ts';
import { isActive, navigationGroups, type NavigationGroup } from './navigation.ts';
import { shellTexts } from './shell.texts.ts';
import { publicTexts } from '../../ui/public.texts.ts';
import css from './sidebar.module.css';

/** The navigation and the subscription. `children` are shown between them. */
export function Sidebar({ onNavigate, children }: { onNavigate?: () => void; children?: ReactNode }) {
  const user = useUser();
  return (
    <div className={css['sidebar']}>
      <Link to="/dashboard" className={css['brand']} onClick={onNavigate}>
        <Logo size={28} />
        {publicTexts.productName}
      </Link>
      <nav aria-label={shellTexts.navigation} className={css['nav']}>
        {navigationGroups(user.role).map((group) => (
          <Group key={group.name} group={group} onNavigate={onNavigate} />
        ))}
      </nav>
      {children}
      <PackFooter />
    </div>
  );
}

type GroupProps = { group: NavigationGroup; onNavigate: (() => void) | undefined };

function Group({ group: { name, entries }, onNavigate }: GroupProps) {
  const { pathname } = useLocation();
  const nameId = useId();
  return (
    <div className={css['group']}>
      {name !== null && (
        <p id={nameId} className={css['groupName']}>
          {name}
        </p>
      )}
      <ul aria-labelledby={name === null ? undefined : nameId}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to={entry.path}
              className={css['entry']}
              aria-current={isActive(entry, pathname) ? 'page' : undefined}
              onClick={onNavigate}
            >
              <entry.icon size={18} aria-hidden />
              {entry.name}
              {entry.hasCount && <UnreadReplies />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of unread replies. The text begins with a space, so that screen readers read it as a word of its own. */
function UnreadReplies() {
  const found = useUnreadCounts()?.unread_replies;
  return found && <span className={css['count']}>{` ${found.replies}${found.is_exact ? '' : '+'}`}</span>;
}

function endOf({ role, subscription_end_date: end }: SessionUser): string {
  if (end !== null) return shellTexts.pack.expires(formatDay(end));
  return role === 'admin' ? shellTexts.pack.noLimit : shellTexts.pack.none;
}

function PackFooter() {
  const user = useUser();
  const isSubscribed = useHasSubscription();
  const plan = planOf(user.pack);
  return (
    <div className={css['pack']} data-color={plan.color}>
      <div className={css['plan']}>
        {user.pack === 'pro' && <IconDiamond size={16} aria-hidden />}
        {shellTexts.pack.name(plan.name)}
        {!isSubscribed && <span className={css['expired']}>{shellTexts.pack.expired}</span>}
      </div>
      <div className={css['until']}>{endOf(user)}</div>
    </div>
  );
}
