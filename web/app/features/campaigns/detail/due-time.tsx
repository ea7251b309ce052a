import { formatDateTime, timeZone } from '../../../platform/dates.ts';
import { useTick } from '../../../platform/use-tick.ts';
import { uiTexts } from '../../../ui/ui.texts.ts';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import css from './campaign-detail.module.css';

const { accounts: texts } = campaignDetailTexts;

/** Shows the exact time and a countdown such as "in 5:07", or "due now" after that time. */
export function DueTime({ at }: { at: string }) {
  useTick(1000);
  const seconds = Math.ceil((new Date(at).getTime() - Date.now()) / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock =
    minutes >= 60
      ? texts.hours(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'))
      : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <time className={css['due']} dateTime={at} title={uiTexts.time.zone(timeZone)}>
      {seconds <= 0 ? texts.dueNow : `${formatDateTime(at)} ${uiTexts.time.withAge(texts.dueIn(clock))}`}
    </time>
  );
}
