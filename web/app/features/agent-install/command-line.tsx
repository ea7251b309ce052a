import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Fragment } from 'react';
import { toast } from '../../platform/toasts.tsx';
import { useCopy } from '../../platform/use-copy.ts';
import { agentInstallTexts as texts } from './agent-install.texts.ts';
import css from './agent-install.module.css';

/** Splits a command before each option. On narrow screens, the command wraps only there, so that no option is split and misread. */
function partsOf(command: string): string[] {
  return command.split(/ (?=--?[a-z])/);
}

/** A command to run in a terminal, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const { isCopied, copy } = useCopy();

  async function copyCommand(): Promise<void> {
    if (!(await copy(command))) toast.error(texts.copyFailed, { detail: texts.copyByHand });
  }

  return (
    <div className={css['command']}>
      <code>
        {partsOf(command).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' '}
            <span>{part}</span>
          </Fragment>
        ))}
      </code>
      <Tooltip label={isCopied ? texts.copied : texts.copy(command)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isCopied ? texts.copied : texts.copy(command)}
          onClick={() => void copyCommand()}
        >
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
