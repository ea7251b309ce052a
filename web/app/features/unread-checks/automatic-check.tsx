import { Select, Switch } from '@mantine/core';
import type { AutomaticCheck, EveryHours } from '@sandpiper/contract/unread-checks';
import { useHasSubscription } from '../../platform/session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import css from './automatic-check.module.css';
import { useAutomaticCheck, useSetAutomaticCheck } from './automatic-check.queries.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';

const texts = unreadChecksTexts.automatic;

const choices: readonly EveryHours[] = [24, 6, 1];
const options = choices.map((hours) => ({ value: String(hours), label: texts.choices[hours] }));

/** Lets the user choose whether and how often the accounts are checked automatically. Says when the next check is, or what it waits for. */
export function AutomaticCheckPanel() {
  const isAllowed = useHasSubscription();
  const check = useAutomaticCheck();
  const save = useSetAutomaticCheck();
  if (check === undefined) return null;
  const every = save.isPending ? save.variables : check.every_hours;
  return (
    <Panel
      title={texts.title}
      actions={
        <Switch
          aria-label={texts.title}
          checked={every !== null}
          disabled={save.isPending || (!isAllowed && every === null)}
          onChange={() => save.mutate(every === null ? 24 : null)}
        />
      }
    >
      <div className={css['body']}>
        {every === null ? (
          <p>{texts.off}</p>
        ) : (
          <>
            <Select
              label={texts.often}
              data={options}
              value={String(every)}
              allowDeselect={false}
              disabled={save.isPending}
              onChange={(value) => {
                const chosen = choices.find((hours) => String(hours) === value);
                if (chosen !== undefined) save.mutate(chosen);
              }}
            />
            <Times check={check} />
          </>
        )}
        <p className={css['dim']}>{texts.leftOut}</p>
      </div>
    </Panel>
  );
}

function Times({ check: { next_at: next, last_at: last, waits_for: wait } }: { check: AutomaticCheck }) {
  if (next === null) return null;
  const isDue = Date.parse(next) <= Date.now();
  const text = wait !== null ? `${texts.due} ${texts.waits[wait]}` : isDue ? texts.starting : texts.next;
  return (
    <p>
      <RichText text={text} tags={{ time: timeAt(next) }} />{' '}
      {last !== null && <RichText text={texts.last} tags={{ time: timeAt(last) }} />}
    </p>
  );
}
