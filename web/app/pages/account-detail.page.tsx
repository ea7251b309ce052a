import { AccountDetailScreen, AccountNotFound } from '../features/accounts/account-detail.tsx';
import { useIdParam } from '../platform/url-values.ts';

export default function AccountDetailPage() {
  const id = useIdParam();
  return id === undefined ? <AccountNotFound /> : <AccountDetailScreen key={id} id={id} />;
}
