import type { UnreadProgress } from '@sandpiper/contract/unread-checks';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import css from './check-banner.module.css';

const texts = unreadChecksTexts.banner;

type CheckBannerProps = {
  isChecking: boolean;
  /** The state of each account in the running check, if the agents report it. */
  progress: UnreadProgress | null;
  lastCheck: string | null;
};

function progressText(progress: UnreadProgress): string {
  const done = progress.filter(({ state }) => state === 'counted' || state === 'failed').length;
  return texts.progress(done, progress.length);
}

/** Shows that a check is running, or when the last check was completed. Empty before the first check. */
export function CheckBanner({ isChecking, progress, lastCheck }: CheckBannerProps) {
  return (
    <div role="status">
      {isChecking ? (
        <div className={css['banner']}>
          <FootprintTrail size={44} walking />
          <span>
            {texts.checking} {progress !== null && <strong>{progressText(progress)}</strong>}
          </span>
        </div>
      ) : (
        lastCheck !== null && (
          <div className={css['banner']}>
            <span>
              <RichText text={texts.last} tags={{ time: timeAt(lastCheck) }} />
            </span>
          </div>
        )
      )}
    </div>
  );
}
