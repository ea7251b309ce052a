import { parseArgs } from 'node:util';
import { UserError } from './errors.ts';

export const commands = [
  'run',
  'doctor',
  'status',
  'pause',
  'resume',
  'stop',
  'pair',
  'login',
  'logout',
  'install',
  'uninstall',
  'version',
  'help',
] as const;
export type Command = (typeof commands)[number];

const options = {
  server: { type: 'string' },
  token: { type: 'string' },
  'instagram-url': { type: 'string' },
  firefox: { type: 'string' },
  headless: { type: 'boolean' },
  'data-dir': { type: 'string' },
  'profiles-dir': { type: 'string' },
  'max-windows': { type: 'string' },
  launchd: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export type CommandLine = {
  command: Command;
  server?: string;
  token?: string;
  instagramUrl?: string;
  firefox?: string;
  headless: boolean;
  dataDir?: string;
  profilesDir?: string;
  maxWindows?: string;
  isUnderLaunchd: boolean;
};

function isCommand(word: string): word is Command {
  return commands.some((command) => command === word);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new UserError(`${text.replace(/\. To specify .*$/u, '')}. Run "sandpiper-agent help" to see all commands.`);
  }
}

function commandOf(words: readonly string[], values: { help?: boolean; version?: boolean }): Command {
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  const word = words[0] ?? 'run';
  if (!isCommand(word))
    throw new UserError(`There is no command "${word}". Run "sandpiper-agent help" to see all commands.`);
  if (words.length > 1) throw new UserError(`"${words[1] ?? ''}" is one word too many after "${word}".`);
  return word;
}

/** Reads what stands behind the program's name. Bare options mean `run`. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(args);
  return {
    command: commandOf(positionals, values),
    headless: values.headless ?? false,
    isUnderLaunchd: values.launchd ?? false,
    ...(values.server === undefined ? {} : { server: values.server }),
    ...(values.token === undefined ? {} : { token: values.token }),
    ...(values['instagram-url'] === undefined ? {} : { instagramUrl: values['instagram-url'] }),
    ...(values.firefox === undefined ? {} : { firefox: values.firefox }),
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values['profiles-dir'] === undefined ? {} : { profilesDir: values['profiles-dir'] }),
    ...(values['max-windows'] === undefined ? {} : { maxWindows: values['max-windows'] }),
  };
}
