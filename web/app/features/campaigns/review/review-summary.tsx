import type { Preflight } from '@sandpiper/contract/preflight';
import { formatDateTime, formatRoughly, timeZone } from '../../../platform/dates.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { exactTimeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { uiTexts } from '../../../ui/ui.texts.ts';
import { reasonsText } from '../actions/skipped-people.ts';
import { campaignReviewTexts as texts } from '../campaign-review.texts.ts';
import css from './review.module.css';

/** Describes how many people the campaign messages and skips. If not everyone has been checked yet, the numbers are minimums. */
function reachText({ people, to_message: reached, unchecked, skipped, cool_off_days: days }: Preflight): string {
  const left = people - reached - unchecked;
  const reasons = reasonsText(skipped, days);
  if (unchecked === 0)
    return left === 0 ? texts.reach(reached) : `${texts.reach(reached)} ${texts.leftOut(left, reasons)}`;
  const parts = [texts.unchecked(unchecked)];
  if (left > 0) parts.unshift(texts.leftOutAtLeast(left, reasons));
  if (reached > 0) parts.unshift(texts.reachAtLeast(reached));
  return parts.join(' ');
}

/** Summarizes how many people the campaign messages and skips, how many accounts it uses, and when it would end if it started now. */
function summaryText(preflight: Preflight, isLater: boolean): string {
  const { people, to_message: reached, unchecked, accounts, forecast } = preflight;
  if (people === 0) return texts.nobodyPending;
  const reach = reachText(preflight);
  if (reached + unchecked === 0) return reach;
  const counted = accounts.filter(({ is_counted }) => is_counted).length;
  const planText = isLater ? texts.planIfNow : texts.plan;
  const plan = forecast === null ? texts.noEnd(counted) : planText(counted, forecast.working_days);
  return `${reach} ${plan} ${unchecked === 0 ? '' : `${texts.assumption} `}${texts.unsent}`;
}

type ReviewSummaryProps = {
  preflight: Preflight;
  /** Whether the campaign starts later. If so, the expected times don't apply, because they assume that the campaign starts now. */
  isLater: boolean;
};

export function ReviewSummary({ preflight, isLater }: ReviewSummaryProps) {
  const { forecast, being_written_to: waiting, missing_values: missing } = preflight;
  const isMore = preflight.unchecked > 0;
  return (
    <div className={css['summary']}>
      <p role="status">
        <RichText
          text={summaryText(preflight, isLater)}
          tags={forecast === null ? {} : { end: roughlyAt(forecast.end_at) }}
        />
      </p>
      {missing.length > 0 && <p>{texts.missingValues(missing, isMore)}</p>}
      {waiting > 0 && <p>{texts.waiting(waiting, isMore)}</p>}
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
