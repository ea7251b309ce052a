import { Alert } from '@mantine/core';
import { IconCloudOff, IconCreditCardOff } from '@tabler/icons-react';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { useConnection } from '../platform/live.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { ticketRequestPath } from '../platform/ticket-requests.ts';
import { LinkButton } from './link-button.tsx';
import { uiTexts } from './ui.texts.ts';

/** Says that actions on this screen need a subscription. Shown only to users without one. */
export function SubscriptionBanner({ what }: { what: string }) {
  if (useHasSubscription()) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      icon={<IconCreditCardOff aria-hidden />}
      title={uiTexts.subscription.title}
      role="note"
    >
      <div>{uiTexts.subscription.text(what)}</div>
      <LinkButton to={ticketRequestPath('renewal')} size="xs" variant="default" mt="xs">
        {uiTexts.subscription.request}
      </LinkButton>
    </Alert>
  );
}

/** A notice shown while the live connection is lost. */
export function ConnectionNotice() {
  return useConnection() === 'disconnected' && <LostConnection />;
}

/**
 * Without a live connection, the server may still be there, for example if a proxy blocks WebSockets. The state of the agents is refetched
 * when the connection is lost, and then polled, so it shows whether the server answers calls.
 */
function LostConnection() {
  const isAway = useAgentPresence().isOnline === null;
  const { title, text } = isAway ? uiTexts.serverAway : uiTexts.notLive;
  return (
    <Alert
      color={isAway ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      icon={<IconCloudOff aria-hidden />}
      title={title}
      role="status"
    >
      {text}
    </Alert>
  );
}
