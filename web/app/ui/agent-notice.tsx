import { Alert } from '@mantine/core';
import { IconPlugConnectedX, IconPlayerPause } from '@tabler/icons-react';
import { useAgentPresence, type AgentPresence } from '../platform/agent-presence.ts';
import { agentNoticeTexts as notices } from './agent-notice.texts.ts';
import { linkTo } from './rich-text-tags.tsx';
import { RichText } from './rich-text.tsx';

function textsFor({ isPaused, isOutdated, isPaired }: AgentPresence) {
  if (isPaused) return notices.paused;
  if (isOutdated) return notices.outdated;
  return isPaired ? notices.offline : notices.notPaired;
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
