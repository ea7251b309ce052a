import { Button, Checkbox, TextInput } from '@mantine/core';
import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import } from '@sandpiper/contract/imports';
import { useState } from 'react';
import { formatCount } from '../../../platform/numbers.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { importTexts } from '../imports.texts.ts';
import { fatesShown, withFate, type ReviewPlan } from './review-plan.ts';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

const { fates: texts } = reviewTexts;

type FateTableProps = {
  of: Import;
  plan: ReviewPlan;
  onPlan: (plan: ReviewPlan) => void;
  onCheckAgain: (days: number) => void;
};

/**
 * Shows each fate (what the import would do with a row) and how many rows have that fate. Lets the user choose whether to import the rows
 * with an optional fate, and whether to update values.
 */
export function FateTable({ of, plan, onPlan, onCheckAgain }: FateTableProps) {
  return (
    <table className={css['fates']} aria-label={texts.label}>
      <thead>
        <tr>
          <th scope="col">{texts.fate}</th>
          <th scope="col">{texts.count}</th>
          <th scope="col">{texts.happens}</th>
        </tr>
      </thead>
      <tbody>
        {fatesShown.map((fate) => (
          <tr key={fate} data-fate={fate} data-none={of.fates[fate] === 0 || undefined}>
            <th scope="row">
              <span className={css['what']}>
                <span className={css['mark']} data-fate={fate} aria-hidden />
                {fate === 'contacted' ? (
                  <ContactedDays days={of.contacted_days ?? 0} onCheckAgain={onCheckAgain} />
                ) : (
                  importTexts.fates[fate]
                )}
              </span>
            </th>
            <td>{formatCount(of.fates[fate])}</td>
            <td>
              <WhatHappens fate={fate} of={of} plan={plan} onPlan={onPlan} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isOptional = (fate: ImportFate): fate is OptionalFate => fate in importTexts.optional;

type WhatHappensProps = Omit<FateTableProps, 'onCheckAgain'> & { fate: ImportFate };

function WhatHappens({ fate, of, plan, onPlan }: WhatHappensProps) {
  if (of.fates[fate] === 0) return texts.texts[fate];
  if (isOptional(fate)) {
    return (
      <Checkbox
        label={importTexts.optional[fate]}
        checked={plan.include.includes(fate)}
        onChange={(event) => onPlan({ ...plan, include: withFate(plan, fate, event.currentTarget.checked) })}
      />
    );
  }
  if (fate === 'on_this_list' && of.variables.length > 0) {
    return (
      <Checkbox
        label={texts.update}
        checked={plan.update_values}
        onChange={(event) => onPlan({ ...plan, update_values: event.currentTarget.checked })}
      />
    );
  }
  return texts.texts[fate];
}

const daysMax = 3650;

function ContactedDays({ days, onCheckAgain }: { days: number; onCheckAgain: (days: number) => void }) {
  const [typed, setTyped] = useState(String(days));
  const isAllowed = useHasSubscription();
  const wanted = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  const isValid = wanted >= 1 && wanted <= daysMax;
  const canCheck = isValid && wanted !== days;
  return (
    <span className={css['days']}>
      {texts.days}
      <TextInput
        aria-label={`${texts.days} (${texts.daysUnit})`}
        size="xs"
        w={64}
        inputMode="numeric"
        maxLength={4}
        disabled={!isAllowed}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && canCheck) onCheckAgain(wanted);
        }}
        error={isValid ? null : texts.daysRange}
      />
      {texts.daysUnit}
      {canCheck && (
        <Button size="compact-sm" variant="light" onClick={() => onCheckAgain(wanted)}>
          {texts.recheck}
        </Button>
      )}
    </span>
  );
}
