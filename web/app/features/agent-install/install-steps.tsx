import type { ReactNode } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import css from './agent-install.module.css';
import { agentInstallTexts as texts } from './agent-install.texts.ts';
import { CommandLine } from './command-line.tsx';
import type { OperatingSystem } from './operating-system.ts';

export const tags = {
  b: (text: string) => <b>{text}</b>,
  code: (text: string) => <code>{text}</code>,
};

function TerminalStep({ text, command }: { text: string; command: string }) {
  return (
    <li>
      <p>
        <RichText text={text} tags={tags} />
      </p>
      <CommandLine command={command} />
    </li>
  );
}

type InstallStepsProps = {
  system: OperatingSystem;
  fileName: string;
  download: ReactNode;
  /** Connects the agent to this server. */
  options: string;
};

/** From the download to the approved code. */
export function InstallSteps({ system, fileName, download, options }: InstallStepsProps) {
  if (system === 'windows') {
    return (
      <ol className={css['steps']}>
        <li>{download}</li>
        <li>{texts.windows.open}</li>
        <li>
          <RichText text={texts.windows.approve} tags={tags} />
        </li>
      </ol>
    );
  }
  const { terminal } = texts;
  return (
    <ol className={css['steps']}>
      <li>{download}</li>
      <li>{terminal.node}</li>
      <TerminalStep text={terminal.install} command={terminal.installCommand(fileName)} />
      <TerminalStep text={terminal.pair} command={terminal.pairCommand(options)} />
      <TerminalStep text={terminal.start} command={terminal.startCommand} />
    </ol>
  );
}
