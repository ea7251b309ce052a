import { Footprints } from '../../ui/footprints.tsx';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import css from './check-banner.module.css';

/** Whether a check is under way, or when the last one was. */
export function CheckBanner({ isChecking, lastCheck }: { isChecking: boolean; lastCheck: string | null }) {
  return (
    <div className={css['banner']} role="status" data-checking={isChecking || undefined}>
      {isChecking ? (
        <>
          <Footprints size={44} walking />
          <span>Checking: Sandpiper Agent opens each profile and reads its inbox. You may leave this page.</span>
        </>
      ) : lastCheck === null ? (
        <span>Not checked yet</span>
      ) : (
        <span>
          Last checked <RelativeTime at={lastCheck} /> (<ExactTime at={lastCheck} />)
        </span>
      )}
    </div>
  );
}
