import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { poll } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { unlessMissing, UserError } from '../platform/errors.ts';
import { ensurePrivateFolder, writePrivateFile } from '../platform/private-file.ts';
import { runProgram } from '../platform/run-program.ts';
import { dataDirArguments, inParentheses, keptArguments, startedText, staysUp, type Program } from './installation.ts';

const label = 'app.sandpiper.agent';

/** How long messages in progress may take to finish before launchd kills the agent. */
const unloadMs = 90_000;

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
}

function plistWords(words: readonly string[]): string {
  return words.map((word) => `    <string>${escapeXml(word)}</string>`).join('\n');
}

export function launchdPlist(program: Program, args: readonly string[], logFile: string): string {
  const words = plistWords([program.node, ...program.options, program.script, 'run', '--launchd', ...args]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ExitTimeOut</key><integer>${unloadMs / 1000}</integer>
  <key>ThrottleInterval</key><integer>30</integer>
  <key>ProcessType</key><string>Interactive</string>
  <key>StandardErrorPath</key><string>${escapeXml(logFile)}</string>
</dict>
</plist>
`;
}

function plistFile(config: Config): string {
  return join(config.machine.home, 'Library', 'LaunchAgents', `${label}.plist`);
}

/** Whether launchd has loaded the agent, even if the agent isn't running. */
async function isKnown(): Promise<boolean> {
  return (await runProgram('launchctl', ['list', label])).code === 0;
}

/** Whether launchd has loaded the agent and says this about it. */
async function isListedWith(pattern: RegExp): Promise<boolean> {
  const { code, stdout } = await runProgram('launchctl', ['list', label]);
  return code === 0 && pattern.test(stdout);
}

function isRunning(): Promise<boolean> {
  return isListedWith(/"PID" = \d+;/u);
}

async function unload(config: Config, ...options: string[]): Promise<void> {
  await runProgram('launchctl', ['unload', ...options, plistFile(config)], { timeoutMs: unloadMs });
  await poll(async () => ((await isKnown()) ? null : true), { timeoutMs: unloadMs, intervalMs: 500 });
}

export async function installMac(config: Config, watchMs: number): Promise<string> {
  const log = join(config.dataDir, 'logs', 'launchd.log');
  await writePrivateFile(plistFile(config), launchdPlist(config.program, keptArguments(config), log));
  // launchd creates the log file, but not its folder.
  await ensurePrivateFolder(dirname(log));
  // launchctl can't load a job that is already loaded.
  await unload(config);
  const loaded = await runProgram('launchctl', ['load', '-w', plistFile(config)]);
  // On older versions of macOS, launchctl exits with 0 even if it couldn't load the job.
  if (loaded.code !== 0 || !(await isKnown())) {
    throw new UserError(
      `macOS rejected the agent${inParentheses(loaded.stderr)}, so it won't start automatically when you sign in. To try again, sign in to the Mac's desktop, open Terminal and run: sandpiper-agent install`,
    );
  }
  return startedText(config, await staysUp(isRunning, watchMs));
}

export async function uninstallMac(config: Config): Promise<void> {
  await unload(config, '-w');
  await rm(plistFile(config), { force: true });
}

/** Implements `endRestart` of `Service`. */
export async function endMacRestart(config: Config): Promise<boolean> {
  const text = await unlessMissing(readFile(plistFile(config), 'utf8'), '');
  if (!text.includes(`${plistWords(dataDirArguments(config))}\n`)) return false;
  // launchd starts the agent again after every exit status except 0.
  if (!(await isListedWith(/"PID" = \d+;|"LastExitStatus" = -?[1-9]/u))) return false;
  await unload(config);
  if (await isKnown()) throw new UserError("macOS couldn't stop the agent. Try again in a moment.");
  return true;
}
