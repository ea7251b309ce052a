import { IconDeviceLaptop, IconDeviceLaptopOff, IconPlayerPause, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAgentPresence, useCheckPresenceOnLoss, type AgentPresence } from '../../platform/agent-presence.ts';
import { useConnection } from '../../platform/live.tsx';
import { Hint } from '../../ui/hint.tsx';
import css from './connection-status.module.css';
import { shellTexts } from './shell.texts.ts';

const connectionLooks = {
  connecting: { tone: 'unknown', Icon: IconWifi },
  connected: { tone: 'good', Icon: IconWifi },
  disconnected: { tone: 'bad', Icon: IconWifiOff },
} as const;

/** Shows whether the live connection to the server is up. */
export function ConnectionStatus() {
  const connection = useConnection();
  const { tone, Icon } = connectionLooks[connection];
  const { word, hint } = shellTexts.connection[connection];
  return (
    <Hint text={hint}>
      <span className={css['status']} data-state={tone} role="status">
        <Icon size={16} aria-hidden />
        <span className={css['word']}>{word}</span>
      </span>
    </Hint>
  );
}

const agentLooks = {
  unknown: { tone: 'unknown', Icon: IconDeviceLaptop },
  online: { tone: 'good', Icon: IconDeviceLaptop },
  paused: { tone: 'waiting', Icon: IconPlayerPause },
  none: { tone: 'unknown', Icon: IconDeviceLaptopOff },
  offline: { tone: 'waiting', Icon: IconDeviceLaptopOff },
  outdated: { tone: 'waiting', Icon: IconDeviceLaptopOff },
} as const;

function stateOf({ isOnline, isPaused, isOutdated, isPaired }: AgentPresence): keyof typeof agentLooks {
  if (isOnline === null) return 'unknown';
  if (isOnline) return isPaused ? 'paused' : 'online';
  if (isOutdated) return 'outdated';
  return isPaired ? 'offline' : 'none';
}

/** Shows whether the user's agent is online, paused, offline or outdated, or that no agent has ever connected. */
export function AgentStatus() {
  useCheckPresenceOnLoss();
  const state = stateOf(useAgentPresence());
  const { tone, Icon } = agentLooks[state];
  const { word, hint } = shellTexts.agent[state];
  return (
    <Hint text={hint}>
      <Link to="/settings" className={css['status']} data-state={tone}>
        <Icon size={16} aria-hidden />
        <span className={css['word']}>{word}</span>
      </Link>
    </Hint>
  );
}
