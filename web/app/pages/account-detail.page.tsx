import { useParams } from 'react-router';
import { AccountDetailScreen, AccountNotFound } from '../features/accounts/account-detail.tsx';

export default function AccountDetailPage() {
  const id = Number(useParams()['id']);
  if (!Number.isSafeInteger(id) || id < 1) return <AccountNotFound />;
  return <AccountDetailScreen key={id} id={id} />;
}
