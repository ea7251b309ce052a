import { agentInstallTexts } from '../features/agent-install/agent-install.texts.ts';
import { ActivityPanel } from '../features/audit/activity-panel.tsx';
import { ConnectComputer } from '../features/agent-install/connect-computer.tsx';
import { DataExportPanel } from '../features/data-export/data-export-panel.tsx';
import { MailAddressPanel } from '../features/mail-address/mail-address-panel.tsx';
import { NoticeSettingsPanel } from '../features/notices/notice-settings.tsx';
import { PasswordPanel } from '../features/security/password-panel.tsx';
import { SessionsPanel } from '../features/security/sessions-panel.tsx';
import { TwoFactorPanel } from '../features/security/two-factor-panel.tsx';
import { AutomationPanel } from '../features/settings/automation-panel.tsx';
import { SubscriptionPanel, UserPanel } from '../features/settings/person-panels.tsx';
import { TokenPanel } from '../features/settings/token-panel.tsx';
import { settingsTexts } from '../features/settings/settings.texts.ts';
import { LegalLinks } from '../features/session/legal-links.tsx';
import { SetupReminder } from '../features/setup/setup-reminder.tsx';
import { UserDeletionPanel } from '../features/user-deletion/user-deletion-panel.tsx';
import { useSignInOptions } from '../platform/sign-in-options.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import css from './settings.module.css';

export default function SettingsPage() {
  const options = useSignInOptions();
  return (
    <>
      <PageHeader title={settingsTexts.title} />
      <SubscriptionBanner what={settingsTexts.subscriptionNeededFor} />
      <div className={css['columns']}>
        <div className={css['column']}>
          <Panel title={agentInstallTexts.title}>
            <ConnectComputer />
          </Panel>
          <AutomationPanel />
          <TokenPanel />
          <SessionsPanel />
          <NoticeSettingsPanel />
        </div>
        <div className={css['column']}>
          <SubscriptionPanel />
          <UserPanel />
          <PasswordPanel />
          <TwoFactorPanel />
          <MailAddressPanel />
          <ActivityPanel />
          <SetupReminder />
          <DataExportPanel />
          <UserDeletionPanel />
        </div>
      </div>
      <LegalLinks options={options} />
    </>
  );
}
