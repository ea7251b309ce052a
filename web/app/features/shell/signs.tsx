import { IconDeviceLaptop, IconDeviceLaptopOff, IconPlayerPause, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAgentPresence, useCheckPresenceOnLoss } from '../../platform/agent-presence.ts';
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

/** Whether the program on the user's computer is there to send. */
export function AgentSign() {
  useCheckPresenceOnLoss();
  const { isOnline, isPaused } = useAgentPresence();
  const word = isOnline === null ? 'Agent …' : isPaused ? 'Agent paused' : isOnline ? 'Agent online' : 'Agent offline';
  const state = isOnline === true ? (isPaused ? 'waiting' : 'good') : isOnline === null ? 'unknown' : 'bad';
  const Icon = state === 'bad' ? IconDeviceLaptopOff : state === 'waiting' ? IconPlayerPause : IconDeviceLaptop;
  const hint =
    isOnline === null
      ? 'Whether it runs is not known right now'
      : isOnline
        ? 'Sandpiper Agent runs on your computer'
        : 'Connect it in Settings';
  return (
    <Hint text={hint}>
      <Link to="/settings" className={css['sign']} data-state={state} aria-label={word}>
        <Icon size={16} aria-hidden />
        <span className={css['word']}>{word}</span>
      </Link>
    </Hint>
  );
}
