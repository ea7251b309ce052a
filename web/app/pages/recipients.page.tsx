import { Navigate, useSearchParams } from 'react-router';

/** Maps the old statuses to the states of people. */
const states: Readonly<Record<string, string>> = {
  pending: 'never_contacted',
  sent: 'contacted',
  failed: 'failed',
  not_found: 'not_found',
};

/** The old screen with all recipients, which is now the People screen. Saved links keep their filters. */
export default function RecipientsPage() {
  const [old] = useSearchParams();
  const next = new URLSearchParams();
  for (const name of ['search', 'list']) {
    const value = old.get(name);
    if (value !== null) next.set(name, value);
  }
  const state = states[old.get('status') ?? ''];
  if (state !== undefined) next.set('state', state);
  return <Navigate to={{ pathname: '/people', search: next.toString() }} replace />;
}
