import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './first-steps.module.css';

export type Step = { key: string; title: string; text: string; path: string; isDone: boolean | undefined };

/** What could not be loaded is undefined. */
type Facts = {
  isPaired: boolean | undefined;
  profiles: number | undefined;
  templates: number | undefined;
  lists: number | undefined;
  hasStarted: boolean | undefined;
};

const some = (count: number | undefined) => (count === undefined ? undefined : count > 0);
const word = (isDone: boolean | undefined) => (isDone === undefined ? '(not known)' : isDone ? '(done)' : '(to do)');

/** The five things between signing up and the first message, each ticked off by what is there. */
export function firstSteps({ isPaired, profiles, templates, lists, hasStarted }: Facts): Step[] {
  return [
    {
      key: 'agent',
      title: 'Connect the agent',
      text: 'It runs on your computer and sends through your own Firefox.',
      path: '/settings',
      isDone: isPaired,
    },
    {
      key: 'account',
      title: 'Add an account',
      text: 'An Instagram account and the Firefox profile it is signed in on.',
      path: '/profiles',
      isDone: some(profiles),
    },
    {
      key: 'template',
      title: 'Write a template',
      text: 'The message; {username} becomes each person’s name.',
      path: '/templates',
      isDone: some(templates),
    },
    {
      key: 'list',
      title: 'Make a list',
      text: 'The people to write to, one name a line.',
      path: '/lists',
      isDone: some(lists),
    },
    {
      key: 'start',
      title: 'Start a campaign',
      text: 'One template, one list, the accounts you choose.',
      path: '/campaigns/new',
      isDone: hasStarted,
    },
  ];
}

/** Gone once none is known to be left. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => step.isDone === false)?.key;
  if (next === undefined) return null;
  return (
    <section className={css['steps']} aria-labelledby="first-steps">
      <h2 id="first-steps">
        First steps <small>{`${done} of ${steps.length} done`}</small>
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
