import type { PreflightAccount } from '@sandpiper/contract/preflight';
import { Badge } from '../../../ui/status-badge.tsx';
import { StatusReasonText } from '../../../ui/status-reason.tsx';
import { campaignReviewTexts } from '../campaign-review.texts.ts';
import css from './review.module.css';

const { accounts: texts } = campaignReviewTexts;
const shown = 8;

/** Shows up to eight accounts and whether each one is ready. Accounts that aren't ready come first. */
export function ReviewAccounts({ accounts }: { accounts: readonly PreflightAccount[] }) {
  const ordered = accounts.toSorted((a, b) => Number(a.code === 'ready') - Number(b.code === 'ready'));
  const more = ordered.length - shown;
  return (
    <section aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <ul className={css['accounts']}>
        {ordered.slice(0, shown).map((account) => (
          <li key={account.profile_id}>
            <strong>{account.name}</strong> {!account.is_counted && <Badge tone="gray">{texts.out}</Badge>}
            {account.code === 'ready' ? <span>{texts.ready}</span> : <StatusReasonText reason={account} isPlain />}
            {account.allowed_today !== null && (
              <span className={css['today']}> {texts.today(account.used_today, account.allowed_today)}</span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{texts.more(more)}</p>}
    </section>
  );
}
