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

type SidebarProps = { onNavigate?: () => void; children?: ReactNode };

/** The navigation and the subscription. `children` are shown between them. */
export function Sidebar({ onNavigate, children }: SidebarProps) {
  return (
    <SidebarFrame userRole={useUser().role} unreadReplies={<UnreadReplies />} onNavigate={onNavigate}>
      {children}
      <PackFooter />
    </SidebarFrame>
  );
}

type SidebarFrameProps = {
  userRole: string;
  unreadReplies?: ReactNode;
  onNavigate?: (() => void) | undefined;
  children: ReactNode;
};

/** The part of the sidebar that doesn't need to know the user. `children` are shown below the navigation. */
export function SidebarFrame({ userRole, unreadReplies, onNavigate, children }: SidebarFrameProps) {
  return (
    <div className={css['sidebar']}>
      <Link to="/dashboard" className={css['brand']} onClick={onNavigate}>
        <Logo size={28} />
        {publicTexts.productName}
      </Link>
      <nav aria-label={shellTexts.navigation} className={css['nav']}>
        {navigationGroups(userRole).map((group) => (
          <Group key={group.name} group={group} unreadReplies={unreadReplies} onNavigate={onNavigate} />
        ))}
      </nav>
      {children}
    </div>
  );
}

type GroupProps = Pick<SidebarFrameProps, 'unreadReplies' | 'onNavigate'> & { group: NavigationGroup };

function Group({ group: { name, entries }, unreadReplies, onNavigate }: GroupProps) {
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
              {entry.hasCount && unreadReplies}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of unread replies. The text begins with a space, so that screen readers read it as a separate word. */
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
    <Pack
      color={plan.color}
      name={
        <>
          {user.pack === 'pro' && <IconDiamond size={16} aria-hidden />}
          {shellTexts.pack.name(plan.name)}
          {!isSubscribed && <span className={css['expired']}>{shellTexts.pack.expired}</span>}
        </>
      }
      until={endOf(user)}
    />
  );
}

type PackProps = { color?: string; name: ReactNode; until: ReactNode };

/** The box at the end of the sidebar, for the subscription. */
export function Pack({ color, name, until }: PackProps) {
  return (
    <div className={css['pack']} data-color={color}>
      <div className={css['plan']}>{name}</div>
      <div className={css['until']}>{until}</div>
    </div>
  );
}
