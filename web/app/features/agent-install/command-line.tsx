import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { toast } from '../../platform/toasts.tsx';
import { useCopy } from '../../platform/use-copy.ts';
import { agentInstallTexts as texts } from './agent-install.texts.ts';
import css from './agent-install.module.css';

/** A command to run in a terminal, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const { isCopied, copy } = useCopy();

  async function copyCommand(): Promise<void> {
    if (!(await copy(command))) toast.error(texts.copyFailed, { detail: texts.copyByHand });
  }

  return (
    <div className={css['command']}>
      <code>{command}</code>
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
