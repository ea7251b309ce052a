import type { Config } from '../platform/config.ts';
import { endLinuxRestart, installLinux, uninstallLinux } from './install.linux.ts';
import { endMacRestart, installMac, uninstallMac } from './install.mac.ts';
import { endWindowsRestart, installWindows, uninstallWindows } from './install.windows.ts';

/** What the operating system does for the agent: it starts the agent at sign-in, and again after a crash. */
export type Service = {
  /** Makes the system start the agent at sign-in. Returns what to tell the user. */
  install: (config: Config, watchMs: number) => Promise<string>;
  /** Stops the system from starting the agent at sign-in. On Linux and macOS, also stops the agent that the system started. */
  uninstall: (config: Config) => Promise<void>;
  /**
   * If the system is starting the agent that uses this data folder, or is about to start it again, stops that. The system still starts
   * the agent at the next sign-in. Returns whether there was anything to stop.
   */
  endRestart: (config: Config) => Promise<boolean>;
};

const linux: Service = { install: installLinux, uninstall: uninstallLinux, endRestart: endLinuxRestart };
const mac: Service = { install: installMac, uninstall: uninstallMac, endRestart: endMacRestart };
const windows: Service = { install: installWindows, uninstall: uninstallWindows, endRestart: endWindowsRestart };

/** Returns the service of the operating system on which the agent runs. */
export function serviceOf({ machine: { platform } }: Config): Service {
  if (platform === 'win32') return windows;
  return platform === 'darwin' ? mac : linux;
}
