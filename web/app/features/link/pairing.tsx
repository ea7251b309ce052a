import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import type { CallOutput } from '@sandpiper/contract/client';
import { failureText, isNotFound } from '../../platform/failure.ts';
import { useUser } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { exactTimeAt, linkTo, strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { CodeForm } from './code-form.tsx';
import { ConnectedComputer } from './connected-computer.tsx';
import { linkTexts } from './link.texts.ts';
import { useApprovePairing, useDenyPairing, usePairing } from './pairing.queries.ts';
import css from './pairing.module.css';

type PairingRequest = CallOutput<'GET /api/agent-pairing/:code'>;

/** Warns if the computer is on a different network, because someone else may have sent the user the link. */
function Elsewhere({ pairing }: { pairing: PairingRequest }) {
  if (pairing.is_same_network || pairing.address === null) return null;
  return (
    <Alert color="yellow" variant="light" title={linkTexts.ask.elsewhereTitle}>
      {linkTexts.ask.elsewhere(pairing.address)}
    </Alert>
  );
}

function Ask({ pairing, onCode }: { pairing: PairingRequest; onCode: (code: string) => void }) {
  const user = useUser();
  const recentSignIn = useRecentSignIn(linkTexts.ask.needsPassword);
  const approve = useApprovePairing(pairing.user_code, recentSignIn);
  const deny = useDenyPairing(pairing.user_code);
  const texts = linkTexts.ask;

  if (approve.isSuccess) return <ConnectedComputer computer={pairing} />;
  if (deny.isSuccess) return <Denied device={pairing.device_name} onAnother={() => onCode('')} />;
  return (
    <Panel title={texts.title(pairing.device_name)}>
      <Stack>
        <p className={css['text']}>{texts.question}</p>
        <p className={css['code']}>{pairing.user_code}</p>
        <Elsewhere pairing={pairing} />
        <div className={css['text']}>
          <RichText text={texts.scope(user.username)} tags={{ strong }} />
          <ul className={css['scope']}>
            {texts.gets.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <RichText text={texts.until} tags={{ link: linkTo('/settings') }} />
        </div>
        <p className={css['text']}>
          <RichText text={texts.onlyYours} tags={{ strong }} />{' '}
          <RichText text={texts.expires} tags={{ time: exactTimeAt(pairing.expires_at) }} />
        </p>
        <Group gap="xs">
          <Button loading={approve.isPending} disabled={deny.isPending} onClick={() => approve.mutate()}>
            {texts.approve}
          </Button>
          <Button variant="default" loading={deny.isPending} disabled={approve.isPending} onClick={() => deny.mutate()}>
            {texts.deny}
          </Button>
        </Group>
      </Stack>
      {recentSignIn.dialog}
    </Panel>
  );
}

function Denied({ device, onAnother }: { device: string; onAnother: () => void }) {
  return (
    <Panel title={linkTexts.denied.title}>
      <p className={css['text']} role="status">
        {linkTexts.denied.text(device)}
      </p>
      <Button variant="default" mt="md" onClick={onAnother}>
        {linkTexts.denied.another}
      </Button>
    </Panel>
  );
}

/** Lets the user approve or deny the computer that shows this pairing code. Asks for a code if there is none, or if the code is invalid. */
export function Pairing({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const { data, error, isFetching, refetch } = usePairing(code);
  if (data !== undefined) return <Ask key={data.user_code} pairing={data} onCode={onCode} />;
  if (isFetching) return <Skeleton height={260} aria-busy="true" aria-label={linkTexts.loading} />;
  if (error !== null && !isNotFound(error) && failureText(error, '') === '') {
    return <LoadFailed what={linkTexts.what} onRetry={() => void refetch()} />;
  }
  const look = (next: string) => (next === code ? void refetch() : onCode(next));
  return <CodeForm code={code} problem={problemOf(error)} onCode={look} />;
}

function problemOf(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isNotFound(error) ? linkTexts.expired : failureText(error, '');
}
