import { AutomationPanel } from '../features/settings/automation-panel.tsx';
import { InstallerPanel } from '../features/settings/installer-panel.tsx';
import { AccountPanel, SubscriptionPanel } from '../features/settings/person-panels.tsx';
import { TokenPanel } from '../features/settings/token-panel.tsx';
import { settingsTexts } from '../features/settings/settings.texts.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import css from './settings.module.css';

export default function SettingsPage() {
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <SubscriptionBanner what={settingsTexts.subscriptionNeededFor} />
      <div className={css['columns']}>
        <div className={css['column']}>
          <AutomationPanel />
          <InstallerPanel />
          <TokenPanel />
        </div>
        <div className={css['column']}>
          <SubscriptionPanel />
          <AccountPanel />
        </div>
      </div>
    </>
  );
}
