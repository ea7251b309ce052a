import { Navigate, useSearchParams } from 'react-router';

/** Maps a status in an old URL to the matching state filter of the People screen. */
const states: Readonly<Record<string, string>> = {
  pending: 'never_contacted',
  sent: 'contacted',
  failed: 'failed',
  not_found: 'not_found',
};

/** Redirects from the former recipients screen to the People screen. Keeps the filters in bookmarked URLs. */
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
