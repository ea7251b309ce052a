import { Alert, Anchor } from '@mantine/core';
import { IconCreditCardOff, IconPlugConnectedX, IconPlayerPause } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAgentPresence } from '../platform/agent-presence.ts';
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

/** On every screen that needs the program on the user's computer; says so only when it is not there. */
export function AgentNotice({ what }: { what: string }) {
  const { isOnline, isPaused, isPaired } = useAgentPresence();
  if (isOnline === null || (isOnline && !isPaused)) return null;
  const Icon = isPaused ? IconPlayerPause : IconPlugConnectedX;
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      icon={<Icon aria-hidden />}
      title={isPaused ? 'Your agent is paused' : isPaired ? 'Your agent is offline' : 'No agent is connected yet'}
      role="note"
    >
      {what} waits for Sandpiper Agent on your computer.{' '}
      {isPaused ? (
        'Resume it there.'
      ) : isPaired ? (
        'Start it there.'
      ) : (
        <Anchor component={Link} to="/settings" inherit underline="always">
          Get it in Settings
        </Anchor>
      )}
    </Alert>
  );
}
