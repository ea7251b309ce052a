import { IconMessage2, IconSend, IconUserCircle, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/numbers.ts';
import { Panel } from '../../ui/panel.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';

const { quick: texts, figures } = dashboardTexts;

type QuickActionsProps = {
  campaigns: number | undefined;
  profiles: number | undefined;
  templates: number | undefined;
  recipients: number | undefined;
};

export function QuickActions({ campaigns, profiles, templates, recipients }: QuickActionsProps) {
  const links = [
    { path: '/campaigns', name: texts.campaigns, icon: IconSend, amount: campaigns },
    { path: '/profiles', name: texts.accounts, icon: IconUserCircle, amount: profiles },
    { path: '/templates', name: texts.templates, icon: IconMessage2, amount: templates },
    { path: '/people', name: texts.recipients, icon: IconUsersGroup, amount: recipients },
  ];
  return (
    <Panel title={texts.title}>
      <ul className={css['quick']}>
        {links.map(({ path, name, icon: Icon, amount }) => (
          <li key={path}>
            <Link to={path}>
              <Icon size={20} aria-hidden />
              {name}
              <span>{amount === undefined ? figures.unknown : formatCount(amount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
