import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Stack } from './stack.ts';

const run = promisify(execFile);

/** A virtual X11 display. Windows on it can be inspected and closed as on any other display. */
export type VirtualScreen = {
  /** The display's X11 name, such as `:99`. */
  display: string;
  /** Returns the titles of Firefox's windows. A window's title is that of its active tab. */
  titles: () => Promise<string[]>;
  closeWindows: () => Promise<void>;
};

/**
 * Starts a virtual display. Needs Xvfb and xdotool. If they are missing, `npm test` installs them or reports that they are
 * missing.
 */
export async function startVirtualScreen({ start }: Pick<Stack, 'start'>): Promise<VirtualScreen> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const server = start('screen', { command: 'Xvfb', args });
  const match = await server.waitFor(/^(\d+)\n/m);
  const display = `:${match[1] ?? ''}`;

  async function ask(...words: string[]): Promise<string[]> {
    const found = ['search', '--onlyvisible', '--name', 'Mozilla Firefox', ...words];
    try {
      const { stdout } = await run('xdotool', found, { env: { ...process.env, DISPLAY: display } });
      return stdout.split('\n').filter((line) => line !== '');
    } catch (error) {
      // xdotool exits with code 1 if it finds no such window.
      if (error instanceof Error && 'code' in error && error.code === 1) return [];
      throw error;
    }
  }

  return {
    display,
    titles: () => ask('getwindowname', '%@'),
    closeWindows: async () => void (await ask('windowclose', '%@')),
  };
}
