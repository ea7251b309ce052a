import { IconDeviceLaptop, IconDeviceLaptopOff, IconPlayerPause, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAgentPresence, useCheckPresenceOnLoss, type AgentPresence } from '../../platform/agent-presence.ts';
import { useIsConnected } from '../../platform/live.tsx';
import { Hint } from '../../ui/hint.tsx';
import css from './signs.module.css';

/** Whether what is on screen changes by itself. */
export function ConnectionSign() {
  const isConnected = useIsConnected();
  return (
    <Hint text={isConnected ? 'What you see is live' : 'What you see may be old; trying to connect'}>
      <span className={css['sign']} data-state={isConnected ? 'good' : 'bad'} role="status">
        {isConnected ? <IconWifi size={16} aria-hidden /> : <IconWifiOff size={16} aria-hidden />}
        <span className={css['word']}>{isConnected ? 'Connected' : 'Disconnected'}</span>
      </span>
    </Hint>
  );
}

const agentSigns = {
  unknown: { word: 'Agent …', hint: 'Whether it runs is not known right now', Icon: IconDeviceLaptop },
  good: { word: 'Agent online', hint: 'Sandpiper Agent runs on your computer', Icon: IconDeviceLaptop },
  waiting: { word: 'Agent paused', hint: 'Resume Sandpiper Agent on your computer', Icon: IconPlayerPause },
  bad: { word: 'Agent offline', hint: 'Connect it in Settings', Icon: IconDeviceLaptopOff },
  old: { word: 'Agent outdated', hint: 'Get the current version in Settings', Icon: IconDeviceLaptopOff },
} as const;

function stateOf({ isOnline, isPaused, isOutdated }: AgentPresence): keyof typeof agentSigns {
  if (isOnline === null) return 'unknown';
  if (isOnline) return isPaused ? 'waiting' : 'good';
  return isOutdated ? 'old' : 'bad';
}

/** Whether the program on the user's computer is there to send. */
export function AgentSign() {
  useCheckPresenceOnLoss();
  const state = stateOf(useAgentPresence());
  const { word, hint, Icon } = agentSigns[state];
  return (
    <Hint text={hint}>
      <Link to="/settings" className={css['sign']} data-state={state === 'old' ? 'bad' : state} aria-label={word}>
        <Icon size={16} aria-hidden />
        <span className={css['word']}>{word}</span>
      </Link>
    </Hint>
  );
}
