import type { Config } from '../platform/config.ts';
import { askAgent, type ControlCommand } from '../platform/control-channel.ts';
import { poll } from '../platform/clock.ts';
import { UserError } from '../platform/errors.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { Terminal } from '../platform/terminal.ts';
import { serviceOf } from './service.ts';

const restartEndedText = 'The agent was about to start. It is stopped now, until you start it or sign in again.';

async function waitUntilStopped(config: Config): Promise<boolean> {
  const isStopped = await poll(
    async () => ((await askAgent(config.dataDir, 'status').catch(() => '')) === null ? true : null),
    {
      timeoutMs: 90_000,
      intervalMs: 300,
    },
  );
  return isStopped === true;
}

/**
 * Asks the agent that uses this data folder to stop, and waits until it has stopped. Returns whether it was running. Throws if it doesn't
 * answer or takes too long.
 */
export async function stopRunningAgent(config: Config, terminal: Terminal): Promise<boolean> {
  const answer = await askAgent(config.dataDir, 'stop');
  if (answer === null) return false;
  terminal.print(answer);
  if (!(await waitUntilStopped(config))) throw new UserError('The agent is still stopping. Try again in a moment.');
  return true;
}

/** Stops the agent for good, so that the system doesn't start it again after a crash either. */
async function stopCommand(config: Config, terminal: Terminal): Promise<void> {
  const wasRunning = await stopRunningAgent(config, terminal);
  const isEnded = await serviceOf(config).endRestart(config);
  if (!wasRunning) terminal.print(isEnded ? restartEndedText : 'The agent is not running.');
}

/**
 * Sends `status`, `pause`, `resume` or `stop` to the running agent that uses this data folder. If none is running, saves `pause` and
 * `resume` for the agent's next start, and throws for `status`.
 */
export async function controlCommand(config: Config, terminal: Terminal, command: ControlCommand): Promise<void> {
  if (command === 'stop') return stopCommand(config, terminal);
  const answer = await askAgent(config.dataDir, command);
  if (answer !== null) return terminal.print(answer);
  if (command === 'pause' || command === 'resume') {
    await saveSettings(config.dataDir, { is_paused: command === 'pause' });
    return terminal.print(
      `The agent is not running. It will ${command === 'pause' ? 'be paused' : 'send messages'} the next time it starts.`,
    );
  }
  throw new UserError('The agent is not running. Start it with "sandpiper-agent run".');
}
