import { Alert } from '@mantine/core';
import { IconCloudOff, IconCreditCardOff, IconPlugConnectedX, IconPlayerPause } from '@tabler/icons-react';
import { useAgentPresence, type AgentPresence } from '../platform/agent-presence.ts';
import { useConnection } from '../platform/live.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { ticketRequestPath } from '../platform/ticket-requests.ts';
import { LinkButton } from './link-button.tsx';
import { linkTo } from './rich-text-tags.tsx';
import { RichText } from './rich-text.tsx';
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

/** A notice shown while the connection to the server is lost. */
export function ServerAwayNotice() {
  if (useConnection() !== 'disconnected') return null;
  const { title, text } = uiTexts.serverAway;
  return (
    <Alert color="red" variant="light" mb="md" icon={<IconCloudOff aria-hidden />} title={title} role="status">
      {text}
    </Alert>
  );
}

function textsFor({ isPaused, isOutdated, isPaired }: AgentPresence) {
  if (isPaused) return uiTexts.agent.paused;
  if (isOutdated) return uiTexts.agent.outdated;
  return isPaired ? uiTexts.agent.offline : uiTexts.agent.notPaired;
}

type AgentNoticeProps = {
  what: string;
  /** Whether this screen needs an agent that sends messages. If so, the notice also appears while the agent is paused. */
  isSending?: boolean;
};

/** A notice for screens that need the agent, shown while the agent is offline or, with `isSending`, paused. */
export function AgentNotice({ what, isSending = false }: AgentNoticeProps) {
  const presence = useAgentPresence();
  const isThere = presence.isOnline === true && !(isSending && presence.isPaused);
  if (presence.isOnline === null || isThere) return null;
  const texts = textsFor(presence);
  const Icon = presence.isPaused ? IconPlayerPause : IconPlugConnectedX;
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<Icon aria-hidden />} title={texts.title} role="note">
      <RichText text={texts.text(what)} tags={{ link: linkTo('/settings') }} />
    </Alert>
  );
}
