import { IconMessage2, IconSend, IconUserCircle, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import css from './dashboard.module.css';

type QuickActionsProps = {
  campaigns: number | undefined;
  profiles: number | undefined;
  templates: number | undefined;
  recipients: number | undefined;
};

export function QuickActions({ campaigns, profiles, templates, recipients }: QuickActionsProps) {
  const links = [
    { path: '/campaigns', name: 'Campaigns', icon: IconSend, amount: campaigns },
    { path: '/profiles', name: 'Accounts', icon: IconUserCircle, amount: profiles },
    { path: '/templates', name: 'Templates', icon: IconMessage2, amount: templates },
    { path: '/recipients', name: 'Recipients', icon: IconUsersGroup, amount: recipients },
  ];
  return (
    <Panel title="Quick Actions">
      <ul className={css['quick']}>
        {links.map(({ path, name, icon: Icon, amount }) => (
          <li key={path}>
            <Link to={path}>
              <Icon size={20} aria-hidden />
              {name}
              <span>{amount === undefined ? '–' : formatCount(amount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
