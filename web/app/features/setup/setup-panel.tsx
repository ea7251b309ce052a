import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import css from './setup-panel.module.css';
import { isSetupFinished, type Step, type StepKey } from './setup-steps.ts';
import { setupTexts as texts } from './setup.texts.ts';

type SetupPanelProps = {
  steps: readonly Step[];
  /** Each step's content. Only the content of the open step and of the busy one is rendered. */
  content: Readonly<Record<StepKey, ReactNode>>;
  /**
   * The step that the user is working on, or null. It stays open even after it is done, and keeps its content if the user opens another step
   * in the meantime.
   */
  busy: StepKey | null;
  onDismiss: () => void;
};

/**
 * Determines which step is open. By default, this is the busy step or, if there is none, the next step to do. If the user opens or closes a
 * step, that choice applies while the number of done steps is the same.
 */
function useOpenStep(steps: readonly Step[], busy: StepKey | null) {
  const done = steps.filter(({ state }) => state === 'done').length;
  const [chosen, setChosen] = useState<{ key: StepKey | null; done: number } | null>(null);
  const next = steps.find(({ state }) => state === 'todo')?.key ?? null;
  const open = chosen?.done === done ? chosen.key : (busy ?? next);
  return { done, open, toggle: (key: StepKey) => setChosen({ key: open === key ? null : key, done }) };
}

/** The setup guide: the steps from connecting a computer to sending the first message. */
export function SetupPanel({ steps, content, busy, onDismiss }: SetupPanelProps) {
  const { done, open, toggle } = useOpenStep(steps, busy);
  const isFinished = isSetupFinished(steps);
  return (
    <Panel
      title={isFinished ? texts.finished.title : texts.title}
      subtitle={<span role="status">{isFinished ? texts.finished.text : texts.progress(done, steps.length)}</span>}
      actions={
        isFinished ? (
          <Button onClick={onDismiss}>{texts.finished.close}</Button>
        ) : (
          <Tooltip label={texts.dismiss}>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.dismiss} onClick={onDismiss}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      }
    >
      <ol className={css['steps']}>
        {steps.map((step, index) => (
          <SetupStep
            key={step.key}
            step={step}
            number={index + 1}
            isOpen={step.key === open}
            isKept={step.key === busy}
            onToggle={() => toggle(step.key)}
          >
            {content[step.key]}
          </SetupStep>
        ))}
      </ol>
    </Panel>
  );
}

type SetupStepProps = {
  step: Step;
  number: number;
  isOpen: boolean;
  isKept: boolean;
  onToggle: () => void;
  children: ReactNode;
};

function SetupStep({ step: { key, state }, number, isOpen, isKept, onToggle, children }: SetupStepProps) {
  return (
    <li data-state={state} data-open={isOpen || undefined}>
      <span className={css['tick']} aria-hidden="true">
        {state === 'done' ? <IconCheck size={15} stroke={3} /> : number}
      </span>
      <div className={css['body']}>
        <h3>
          <button type="button" aria-expanded={isOpen} aria-controls={`setup-${key}`} onClick={onToggle}>
            <span>{texts.steps[key].title}</span>
            <span className={css['state']}>{texts.states[state]}</span>
            <IconChevronDown className={css['chevron']} size={16} aria-hidden />
          </button>
        </h3>
        <div className={css['content']} id={`setup-${key}`} hidden={!isOpen}>
          {(isOpen || isKept) && children}
        </div>
      </div>
    </li>
  );
}
