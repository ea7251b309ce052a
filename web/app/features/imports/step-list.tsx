import { IconCheck } from '@tabler/icons-react';
import css from './step-list.module.css';
import { importTexts } from './imports.texts.ts';

const { steps: texts } = importTexts;

const steps = ['people', 'columns', 'check', 'import'] as const;
export type ImportStep = (typeof steps)[number];

/** Shows the steps of the import and highlights the current step. */
export function StepList({ current }: { current: ImportStep }) {
  const reached = steps.indexOf(current);
  return (
    <ol className={css['steps']} aria-label={texts.label}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === reached ? 'step' : undefined} data-done={index < reached || undefined}>
          <span className={css['number']} aria-hidden>
            {index < reached ? <IconCheck size={14} /> : index + 1}
          </span>
          {texts.names[step]}
        </li>
      ))}
    </ol>
  );
}
