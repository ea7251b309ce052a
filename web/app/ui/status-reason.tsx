import type { StatusReason } from '@sandpiper/contract/campaigns';
import css from './status-reason.module.css';

/** Why a campaign is not sending or has ended early, and what the user can do about it. */
export function StatusReasonText({ reason }: { reason: StatusReason | null }) {
  if (reason === null) return null;
  return (
    <span className={css['reason']}>
      {reason.text}
      {reason.action !== null && <span className={css['action']}> {reason.action}</span>}
    </span>
  );
}
