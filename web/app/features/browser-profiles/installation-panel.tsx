import { Skeleton } from '@mantine/core';
import type { BrowserProfileList } from '@sandpiper/contract/browser-profiles';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { browserProfilesTexts } from './browser-profiles.texts.ts';
import css from './installation-panel.module.css';

const texts = browserProfilesTexts.installation;

function Detection({ isDetected }: { isDetected: boolean }) {
  return isDetected ? (
    <Badge tone="green" icon={<IconCheck size={13} aria-hidden />}>
      {texts.detected}
    </Badge>
  ) : (
    <Badge tone="red" icon={<IconX size={13} aria-hidden />}>
      {texts.notFound}
    </Badge>
  );
}

/** Shows what the agent detected about the Firefox installation on its computer. */
export function InstallationPanel({ list, isLoading }: { list: BrowserProfileList | null; isLoading: boolean }) {
  const valueOf = (value: (known: BrowserProfileList) => ReactNode) =>
    list === null ? isLoading ? <Skeleton height={14} width="70%" my={5} /> : texts.unknown : value(list);
  return (
    <Panel title={texts.title}>
      <dl className={css['facts']}>
        <div>
          <dt>{texts.status}</dt>
          <dd>
            {valueOf(({ detected }) => (
              <Detection isDetected={detected} />
            ))}
          </dd>
        </div>
        <div>
          <dt>{texts.directory}</dt>
          <dd className={css['path']}>{valueOf(({ profiles_dir }) => (profiles_dir === '' ? '–' : profiles_dir))}</dd>
        </div>
        <div>
          <dt>{texts.executable}</dt>
          <dd className={css['path']}>{valueOf(({ firefox_executable }) => firefox_executable ?? '–')}</dd>
        </div>
      </dl>
    </Panel>
  );
}
