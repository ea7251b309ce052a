import { useState } from 'react';
import { planOf } from '@sandpiper/contract/plans';
import { formatDay } from '../../platform/dates.ts';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { timeZonesWith } from '../../platform/time-zones.ts';
import { ChoiceSelect } from '../../ui/choice-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useSetTimezone } from './settings.queries.ts';
import { settingsTexts } from './settings.texts.ts';
import css from './person-panels.module.css';

export function SubscriptionPanel() {
  const user = useUser();
  const plan = planOf(user.pack);
  const hasSubscription = useHasSubscription();
  const texts = settingsTexts.subscription;
  const noEndDate = user.role === 'admin' ? texts.neverEnds : texts.none;
  return (
    <Panel title={texts.title}>
      <dl className={css['facts']}>
        <dt>{texts.pack}</dt>
        <dd>{texts.packWithPrice(plan.name, plan.inAppPrice)}</dd>
        <dt>{texts.status}</dt>
        <dd>
          <StatusBadge status={hasSubscription ? 'active' : 'expired'} />
        </dd>
        <dt>{texts.endDate}</dt>
        <dd>{user.subscription_end_date === null ? noEndDate : formatDay(user.subscription_end_date)}</dd>
      </dl>
      <h3 className={css['heading']}>{texts.features}</h3>
      <ul className={css['features']}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </Panel>
  );
}

export function UserPanel() {
  const user = useUser();
  const texts = settingsTexts.userAccount;
  return (
    <Panel title={texts.title}>
      <dl className={css['facts']}>
        <dt>{texts.username}</dt>
        <dd>{user.username}</dd>
        <dt>{texts.role}</dt>
        <dd>{user.role}</dd>
        <dt>{texts.created}</dt>
        <dd>
          <RelativeTime at={user.created_at} />
        </dd>
        <dt>{texts.lastLogin}</dt>
        <dd>
          <RelativeTime at={user.last_login} fallback={texts.never} />
        </dd>
      </dl>
      <TimezoneSelect />
    </Panel>
  );
}

function TimezoneSelect() {
  const { timezone } = useUser();
  const setTimezone = useSetTimezone();
  const texts = settingsTexts.userAccount;
  /** The new time zone while it is being saved. If that fails, the select returns to the stored time zone. */
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <ChoiceSelect
      mt="md"
      label={texts.timezone}
      description={texts.timezoneHint}
      nothingFoundMessage={texts.timezoneNone}
      allowDeselect={false}
      data={timeZonesWith(timezone)}
      value={chosen ?? timezone ?? 'UTC'}
      onChange={(zone) => {
        if (zone === null || zone === timezone) return;
        setChosen(zone);
        setTimezone.mutate(zone, { onSettled: () => setChosen(null) });
      }}
    />
  );
}
