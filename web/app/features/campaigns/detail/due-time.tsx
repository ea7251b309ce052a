import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../platform/dates.ts';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';

const { accounts: texts } = campaignDetailTexts;

/** A countdown such as "in 5:07"; "due now" once it is over. */
export function DueTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((new Date(at).getTime() - now) / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock =
    minutes >= 60
      ? texts.hours(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'))
      : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {seconds <= 0 ? texts.dueNow : texts.dueIn(clock)}
    </time>
  );
}
