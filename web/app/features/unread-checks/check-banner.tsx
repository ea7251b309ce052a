import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import css from './check-banner.module.css';

const texts = unreadChecksTexts.banner;

/** Shows that a check is running, or when the last one was completed. */
export function CheckBanner({ isChecking, lastCheck }: { isChecking: boolean; lastCheck: string | null }) {
  return (
    <div className={css['banner']} role="status">
      {isChecking ? (
        <>
          <FootprintTrail size={44} walking />
          <span>{texts.checking}</span>
        </>
      ) : lastCheck === null ? (
        <span>{texts.never}</span>
      ) : (
        <span>
          <RichText text={texts.last} tags={{ time: timeAt(lastCheck) }} />
        </span>
      )}
    </div>
  );
}
