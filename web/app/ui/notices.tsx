import { Alert, Anchor } from '@mantine/core';
import { IconCreditCardOff, IconPlugConnectedX, IconPlayerPause } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAgentPresence, type AgentPresence } from '../platform/agent-presence.ts';
import { useHasSubscription } from '../platform/session.tsx';

/** On every screen whose actions the end of the subscription switches off. */
export function SubscriptionBanner({ what }: { what: string }) {
  if (useHasSubscription()) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      icon={<IconCreditCardOff aria-hidden />}
      title="Subscription Required"
      role="note"
    >
      Your subscription has ended, so {what} is switched off. Nothing was deleted: renew, and you go on where you were.{' '}
      <Anchor component={Link} to="/support" inherit underline="always">
        Ask for a renewal in Support
      </Anchor>
    </Alert>
  );
}

function adviceFor({ isPaused, isOutdated, isPaired }: AgentPresence) {
  if (isPaused) return { title: 'Your agent is paused', advice: 'Resume it there.', link: null };
  if (isOutdated)
    return { title: 'Your agent needs an update', advice: null, link: 'Get the current version in Settings' };
  if (isPaired) return { title: 'Your agent is offline', advice: 'Start it there.', link: null };
  return { title: 'No agent is connected yet', advice: null, link: 'Get it in Settings' };
}

type AgentNoticeProps = {
  what: string;
  /** Only sending rests in an agent that is paused; what is asked of it beside that it still does. */
  isSending?: boolean;
};

/** On every screen that needs the program on the user's computer; says so only when it is not there. */
export function AgentNotice({ what, isSending = false }: AgentNoticeProps) {
  const presence = useAgentPresence();
  const isThere = presence.isOnline === true && !(isSending && presence.isPaused);
  if (presence.isOnline === null || isThere) return null;
  const { title, advice, link } = adviceFor(presence);
  const Icon = presence.isPaused ? IconPlayerPause : IconPlugConnectedX;
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<Icon aria-hidden />} title={title} role="note">
      {what} waits for Sandpiper Agent on your computer. {advice}
      {link !== null && (
        <Anchor component={Link} to="/settings" inherit underline="always">
          {link}
        </Anchor>
      )}
    </Alert>
  );
}
