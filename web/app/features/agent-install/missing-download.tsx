import { Anchor, Stack } from '@mantine/core';
import { useUser } from '../../platform/session.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import css from './agent-install.module.css';
import { agentInstallTexts } from './agent-install.texts.ts';
import { CommandLine } from './command-line.tsx';
import { tags } from './install-steps.tsx';

const { missing: texts } = agentInstallTexts;

type MissingDownloadProps = {
  system: string;
  hasOthers: boolean;
  /** Command-line options that connect the agent to this server. */
  options: string;
  /** The operator's own help page for users. */
  helpUrl: string | null;
};

/**
 * Shown if there is no download for an operating system. Explains how to run the agent from its source code and, for administrators, how to
 * build a download.
 */
export function MissingDownload({ system, hasOthers, options, helpUrl }: MissingDownloadProps) {
  const isAdmin = useUser().role === 'admin';
  if (!isAdmin) return <ForUsers system={system} command={texts.command(options)} helpUrl={helpUrl} />;
  return (
    <Stack gap="sm">
      <p className={css['text']}>{hasOthers ? texts.adminSome(system) : texts.admin}</p>
      <CommandLine command={texts.adminCommand} />
      <p className={css['text']}>{texts.adminElse}</p>
      <CommandLine command={texts.command(options)} />
      <p className={css['text']}>
        <RichText text={texts.approve} tags={tags} />
      </p>
    </Stack>
  );
}

type ForUsersProps = { system: string; command: string; helpUrl: string | null };

function ForUsers({ system, command, helpUrl }: ForUsersProps) {
  const link = (text: string) => (
    <Anchor href={helpUrl ?? ''} target="_blank" rel="noreferrer" inherit underline="always">
      {text}
    </Anchor>
  );
  return (
    <Stack gap="sm">
      <p className={css['text']}>
        {texts.user(system)} {helpUrl !== null && <RichText text={texts.help} tags={{ link }} />}
      </p>
      <p className={css['text']}>{texts.userElse}</p>
      <ol className={css['steps']}>
        <li>{texts.node}</li>
        <li>
          <p>{texts.userCommand}</p>
          <CommandLine command={command} />
        </li>
        <li>
          <RichText text={texts.approve} tags={tags} />
        </li>
      </ol>
      <p className={css['text']}>
        <RichText text={texts.document} tags={tags} />
      </p>
    </Stack>
  );
}
