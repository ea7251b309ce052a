import { AccountsScreen } from '../features/accounts/accounts-screen.tsx';

export default function AccountsPage() {
  return <AccountsScreen />;
}
