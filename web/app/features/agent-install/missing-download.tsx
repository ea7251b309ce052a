import { Stack } from '@mantine/core';
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
};

/**
 * Shown if there is no download for an operating system. Explains how to run the agent from its source code and, for administrators, how to
 * build a download.
 */
export function MissingDownload({ system, hasOthers, options }: MissingDownloadProps) {
  const isAdmin = useUser().role === 'admin';
  return (
    <Stack gap="sm">
      {isAdmin ? (
        <>
          <p className={css['text']}>{hasOthers ? texts.adminSome(system) : texts.admin}</p>
          <CommandLine command={texts.adminCommand} />
          <p className={css['text']}>{texts.adminElse}</p>
        </>
      ) : (
        <>
          <p className={css['text']}>{texts.user(system)}</p>
          <p className={css['text']}>{texts.userCommand}</p>
        </>
      )}
      <CommandLine command={texts.command(options)} />
      <p className={css['text']}>
        <RichText text={texts.approve} tags={tags} />
      </p>
    </Stack>
  );
}
