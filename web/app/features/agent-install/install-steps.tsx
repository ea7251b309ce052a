import type { ReactNode } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import css from './agent-install.module.css';
import { agentInstallTexts as texts } from './agent-install.texts.ts';
import { CommandLine } from './command-line.tsx';
import type { DownloadFile } from './downloads.queries.ts';
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

type CheckProps = { system: OperatingSystem; file: DownloadFile };

/** Explains how to verify the download. Collapsed by default, because few people need the explanation. */
function Check({ system, file }: CheckProps) {
  const { title, windows, terminal, command } = texts.check;
  return (
    <details className={css['check']}>
      <summary>{title}</summary>
      <p>
        <RichText text={system === 'windows' ? windows : terminal} tags={tags} />
      </p>
      <CommandLine command={command[system](file.file_name, file.sha256)} />
    </details>
  );
}

type InstallStepsProps = {
  system: OperatingSystem;
  file: DownloadFile;
  download: ReactNode;
  /** Command-line options that connect the agent to this server. */
  options: string;
};

/** The installation steps, from the download to a connected agent. */
export function InstallSteps({ system, file, download, options }: InstallStepsProps) {
  const first = (
    <li>
      {download}
      <Check system={system} file={file} />
    </li>
  );
  if (system === 'windows') {
    return (
      <ol className={css['steps']}>
        {first}
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
      {first}
      <li>{terminal.node}</li>
      <TerminalStep text={terminal.install} command={terminal.installCommand(file.file_name)} />
      <TerminalStep text={terminal.pair} command={terminal.pairCommand(options)} />
      <TerminalStep text={terminal.start} command={terminal.startCommand} />
    </ol>
  );
}
