import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { serverAddress } from '../../platform/api.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { linkTo } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { softDisabled } from '../../ui/soft-disabled.ts';
import css from './agent-install.module.css';
import { agentInstallTexts as texts } from './agent-install.texts.ts';
import { CommandLine } from './command-line.tsx';
import { useDownload, useDownloads, type DownloadFile, type Downloads } from './downloads.queries.ts';
import { InstallSteps } from './install-steps.tsx';
import { MissingDownload } from './missing-download.tsx';
import {
  downloadKindFor,
  isPhone,
  operatingSystemOf,
  operatingSystems,
  type OperatingSystem,
} from './operating-system.ts';

type Navigate = (url: string) => void;

type DownloadButtonProps = { system: string; file: DownloadFile; navigate: Navigate };

function DownloadButton({ system, file, navigate }: DownloadButtonProps) {
  const hasSubscription = useHasSubscription();
  const download = useDownload(navigate);
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden />}
      // The button isn't `disabled`, because a click explains why the download isn't available.
      {...softDisabled(!hasSubscription)}
      loading={download.isPending}
      title={texts.fileTitle(file.file_name, file.version)}
      onClick={() => (hasSubscription ? download.mutate(file.kind) : toast.error(texts.expired))}
    >
      {texts.download(system, file.size_bytes)}
    </Button>
  );
}

/** Returns the command-line options that connect an agent to this server and, if the server has one, to its simulated Instagram. */
function connectionOptions(instagramUrl: string | null): string {
  const server = `--server ${serverAddress()}`;
  return instagramUrl === null ? server : `${server} --instagram-url ${instagramUrl}`;
}

/** Shows whether the agent is online. Updates live. */
function ConnectionState() {
  const { isOnline, isPaired } = useAgentPresence();
  if (isOnline === null) return null;
  if (isOnline) {
    return (
      <p className={css['state']} role="status" data-connected>
        <IconCheck size={18} aria-hidden /> {texts.connected}
      </p>
    );
  }
  return (
    <div className={css['state']} role="status">
      <FootprintTrail size={32} walking />
      <span>{isPaired ? texts.offline : texts.waiting}</span>
    </div>
  );
}

/** Shows the page's address, so that people who read the page on a phone can open it on their computer. */
function PageAddress() {
  const { pathname } = useLocation();
  return (
    <Stack gap="xs">
      <p className={css['text']}>{texts.onPhone}</p>
      <CommandLine command={`${window.location.origin}${pathname}`} />
    </Stack>
  );
}

type StepsProps = { system: OperatingSystem; downloads: Downloads; navigate: Navigate };

function Steps({ system, downloads: { files, instagram_url, help_url }, navigate }: StepsProps) {
  const name = texts.systems[system];
  const file = files.find(({ kind }) => kind === downloadKindFor(system));
  const options = connectionOptions(instagram_url);
  if (file === undefined) {
    return <MissingDownload system={name} hasOthers={files.length > 0} options={options} helpUrl={help_url} />;
  }
  const download = <DownloadButton system={name} file={file} navigate={navigate} />;
  return <InstallSteps system={system} file={file} options={options} download={download} />;
}

function Instructions({ navigate }: { navigate: Navigate }) {
  const [system, setSystem] = useState(() => operatingSystemOf(navigator.userAgent));
  const downloads = useDownloads();
  return (
    <Stack align="stretch">
      {isPhone(navigator.userAgent) && <PageAddress />}
      <p className={css['dim']}>{texts.intro}</p>
      <SegmentedControl
        aria-label={texts.system}
        style={{ alignSelf: 'start' }}
        value={system}
        data={operatingSystems.map((each) => ({ value: each, label: texts.systems[each] }))}
        onChange={setSystem}
      />
      <Loaded query={downloads} what={texts.what} skeleton={<Skeleton h={240} />}>
        {(data) => <Steps system={system} downloads={data} navigate={navigate} />}
      </Loaded>
      <p className={css['dim']}>
        <RichText text={texts.code} tags={{ link: linkTo('/link') }} />
      </p>
    </Stack>
  );
}

type ConnectComputerProps = {
  /** Opens a URL. Tests replace this function. */
  navigate?: Navigate;
};

/**
 * Shows whether a computer is connected, and explains how to connect one: with the download or, if this server has none, by running the
 * agent from its source code. While a computer is connected, the explanation is collapsed.
 */
export function ConnectComputer({ navigate = (url) => window.location.assign(url) }: ConnectComputerProps) {
  const { isOnline } = useAgentPresence();
  return (
    <Stack align="stretch">
      <ConnectionState />
      {isOnline === true ? (
        <details className={css['folded']}>
          <summary>{texts.another}</summary>
          <Instructions navigate={navigate} />
        </details>
      ) : (
        <Instructions navigate={navigate} />
      )}
    </Stack>
  );
}
