import { AccountsScreen } from '../features/accounts/accounts-screen.tsx';
import { useStoppedAccounts } from '../features/campaigns/stopped-accounts.queries.ts';

export default function AccountsPage() {
  return <AccountsScreen stopped={useStoppedAccounts()} />;
}
