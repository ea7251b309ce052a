import { Code, Stack } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { linkTo, strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { linkTexts } from './link.texts.ts';
import { useIsComputerOnline, type PairedComputer } from './pairing.queries.ts';
import css from './pairing.module.css';

const texts = linkTexts.approved;

/**
 * Shown after approval. Until the agent is online, explains how to start the agent, because pairing doesn't start the agent on some
 * operating systems.
 */
export function ConnectedComputer({ computer }: { computer: PairedComputer }) {
  const isOnline = useIsComputerOnline(computer);
  return (
    <Panel title={texts.title(computer.device_name)}>
      <Stack>
        <p className={css['text']} role="status">
          {isOnline ? texts.online : texts.waiting}
        </p>
        {!isOnline && (
          <>
            <p className={css['text']}>{texts.next.terminal}</p>
            <Code block>{texts.next.command}</Code>
            <p className={css['text']}>
              <RichText text={texts.next.windows} tags={{ strong }} />
            </p>
          </>
        )}
        <p className={css['text']}>
          <RichText
            text={texts.done}
            tags={{
              link: linkTo('/dashboard'),
            }}
          />
        </p>
      </Stack>
    </Panel>
  );
}
