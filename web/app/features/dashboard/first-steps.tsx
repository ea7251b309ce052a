import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { dashboardTexts } from './dashboard.texts.ts';
import css from './first-steps.module.css';

const { firstSteps: texts } = dashboardTexts;

export type Step = { key: string; title: string; text: string; path: string; isDone: boolean | undefined };

/** Undefined for what couldn't be loaded. */
type Facts = {
  isPaired: boolean | undefined;
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
  hasStarted: boolean | undefined;
};

const some = (count: number | undefined) => (count === undefined ? undefined : count > 0);
const word = (isDone: boolean | undefined) =>
  isDone === undefined ? texts.isUnknown : isDone ? texts.isDone : texts.isToDo;

/** The five things between signing up and the first message; each is done once it exists. */
export function firstSteps({ isPaired, profiles, templates, lists, hasStarted }: Facts): Step[] {
  return [
    {
      key: 'agent',
      ...texts.agent,
      path: '/settings',
      isDone: isPaired,
    },
    {
      key: 'account',
      ...texts.account,
      path: '/profiles',
      isDone: some(profiles),
    },
    {
      key: 'template',
      ...texts.template,
      path: '/templates',
      isDone: some(templates),
    },
    {
      key: 'list',
      ...texts.list,
      path: '/lists',
      isDone: some(lists),
    },
    {
      key: 'start',
      ...texts.start,
      path: '/campaigns/new',
      isDone: hasStarted,
    },
  ];
}

/** Hidden once no step is known to be left. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => step.isDone === false)?.key;
  if (next === undefined) return null;
  return (
    <section className={css['steps']} aria-labelledby="first-steps">
      <h2 id="first-steps">
        {texts.title} <small>{texts.done(done, steps.length)}</small>
      </h2>
      <ol>
        {steps.map((step) => (
          <li key={step.key} data-done={step.isDone || undefined} data-next={step.key === next || undefined}>
            <span className={css['tick']} aria-hidden="true">
              {step.isDone && <IconCheck size={14} stroke={3} />}
            </span>
            <Link to={step.path}>
              {step.title} <span className={css['hidden']}>{word(step.isDone)}</span>
            </Link>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
