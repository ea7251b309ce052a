import type { Preflight } from '@sandpiper/contract/preflight';
import { formatDateTime, formatRoughly, timeZone } from '../../../platform/dates.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { exactTimeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { uiTexts } from '../../../ui/ui.texts.ts';
import { reasonsText } from '../actions/skipped-people.ts';
import { campaignReviewTexts as texts } from '../campaign-review.texts.ts';
import css from './review.module.css';

/** Summarizes how many people the campaign messages and skips, how many accounts it uses, and when it would end if it started now. */
function summaryText({ people, to_message: reached, skipped, ...rest }: Preflight, isLater: boolean): string {
  const { accounts, forecast, cool_off_days: days } = rest;
  if (people === 0) return texts.nobodyPending;
  const left = people - reached;
  const who = texts.reach(reached);
  const reach = left === 0 ? who : `${who} ${texts.leftOut(left, reasonsText(skipped, days))}`;
  if (reached === 0) return reach;
  const counted = accounts.filter(({ is_counted }) => is_counted).length;
  const planText = isLater ? texts.planIfNow : texts.plan;
  const plan = forecast === null ? texts.noEnd(counted) : planText(counted, forecast.working_days);
  return `${reach} ${plan} ${texts.unsent}`;
}

type ReviewSummaryProps = {
  preflight: Preflight;
  /** Whether the campaign starts later. If so, the expected times don't apply, because they assume that it starts now. */
  isLater: boolean;
};

export function ReviewSummary({ preflight, isLater }: ReviewSummaryProps) {
  const { forecast, being_written_to: waiting, missing_values: missing } = preflight;
  return (
    <div className={css['summary']}>
      <p role="status">
        <RichText
          text={summaryText(preflight, isLater)}
          tags={forecast === null ? {} : { end: roughlyAt(forecast.end_at) }}
        />
      </p>
      {missing.length > 0 && <p>{texts.missingValues(missing)}</p>}
      {waiting > 0 && <p>{texts.waiting(waiting)}</p>}
      {!isLater && <Expected forecast={forecast} />}
    </div>
  );
}

const roughlyAt = (at: string) => () => (
  <time dateTime={at} title={uiTexts.time.zone(timeZone)}>
    {formatRoughly(at, new Date())}
  </time>
);

function Expected({ forecast }: Pick<Preflight, 'forecast'>) {
  if (forecast === null) return null;
  const { first_at: first, earliest_end_at: early, latest_end_at: late, per_day: days } = forecast;
  return (
    <div className={css['expected']}>
      <span>
        <RichText
          text={formatDateTime(early) === formatDateTime(late) ? texts.firstAndEnd : texts.range}
          tags={{ first: exactTimeAt(first), early: exactTimeAt(early), late: exactTimeAt(late) }}
        />
      </span>
      {days.length > 1 && (
        <span className={css['perDay']}>
          <Sparkline values={days.map(({ messages }) => messages)} label={texts.perDay} width={160} />
          <small aria-hidden="true">{texts.perDay}</small>
        </span>
      )}
    </div>
  );
}
