import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { Panel } from '../../../ui/panel.tsx';
import { exactTimeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { ProfilePlace } from '../account-cell.tsx';
import { usePackInfo } from '../accounts.queries.ts';
import { limitText } from '../limits/limit-text.ts';
import css from './account-detail.module.css';
import { zoneName } from '../../../platform/time-zones.ts';
import { accountDetailTexts } from './account-detail.texts.ts';
import { linesOfHours } from './hours-text.ts';

const { settings, refusals, history } = accountDetailTexts;

/** The account's settings and the location of its Firefox profile. */
export function SettingsPanel({ detail: { profile } }: { detail: AccountDetail }) {
  const ceiling = usePackInfo().data?.maxPerAccountPerDay;
  const lines = linesOfHours(profile.hours);
  return (
    <Panel title={settings.title}>
      <dl className={css['facts']}>
        <dt>{settings.limit}</dt>
        <dd>{limitText(profile, ceiling)}</dd>
        <dt>{settings.hours}</dt>
        <dd>
          {lines.length === 0 && settings.always}
          {lines.map(({ days, times }) => (
            <span key={days} className={css['hours']}>
              <span>{days}</span> <span>{times}</span>
            </span>
          ))}
        </dd>
        <dt>{settings.zone}</dt>
        <dd>{zoneName(profile.timezone)}</dd>
        <dt>{settings.computer}</dt>
        <dd>
          <ProfilePlace account={profile} />
        </dd>
      </dl>
    </Panel>
  );
}

/** The account's holds and failed messages in the last 30 days, counted by reason. */
export function RefusalsPanel({ detail }: { detail: AccountDetail }) {
  return (
    <Panel title={refusals.title} subtitle={refusals.subtitle}>
      {detail.refusals.length === 0 && <p className={css['dim']}>{refusals.none}</p>}
      <ul className={css['list']}>
        {detail.refusals.map(({ reason, text, count, last_at }) => (
          <li key={reason}>
            <span>{text}</span>
            <small>
              <RichText text={refusals.count(count)} tags={{ last: exactTimeAt(last_at) }} />
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The account's latest past holds, newest first. */
export function HistoryPanel({ detail: { profile, holds } }: { detail: AccountDetail }) {
  const earlier = holds.filter(({ ended_at }) => ended_at !== null);
  return (
    <Panel title={history.title}>
      {earlier.length === 0 && (
        <p className={css['dim']}>{profile.hold === null ? history.none : history.noneEarlier}</p>
      )}
      <ul className={css['list']}>
        {earlier.map(({ text, since, ended_at, is_released }) => (
          <li key={`${since} ${text}`}>
            <span>{text}</span>
            <small>
              <RichText text={history.span} tags={{ since: exactTimeAt(since), until: exactTimeAt(ended_at) }} />
              {'. '}
              {is_released ? history.released : history.ended}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
