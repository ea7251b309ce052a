import { Command, CommanderError, Help, Option } from 'commander';
import { z } from 'zod';
import { completionScript } from './completion.ts';
import { UserError } from './errors.ts';

const connection = ['server', 'token', 'instagramUrl'];
const windows = ['firefox', 'headless', 'profilesDir', 'maxWindows'];

/** Each command's summary, and the options that its help shows in addition to `--data-dir` and `--help`. */
const commandTable = {
  run: { summary: 'run the agent until you stop it (the default)', options: [...connection, ...windows, 'verbose'] },
  pair: { summary: 'connect this computer to your Sandpiper user account', options: ['server', 'instagramUrl'] },
  logout: { summary: 'remove the token from this computer', options: ['server'] },
  status: { summary: 'show what the running agent is doing', options: [] },
  pause: { summary: 'stop sending until you run "resume"', options: [] },
  resume: { summary: 'continue sending after "pause"', options: [] },
  stop: { summary: 'stop the agent until you start it or sign in again', options: [] },
  pages: { summary: 'show which page pack is in use, or go back to the previous one', options: ['back'] },
  profiles: {
    summary: 'list, restore or purge Firefox profiles that were deleted in the web app',
    options: ['as', 'profilesDir'],
  },
  doctor: { summary: 'check Firefox, the server, the clock and the pairing', options: [...connection, ...windows] },
  install: {
    summary: 'start the agent whenever you sign in to this computer (on Linux and macOS, also now)',
    options: [...connection, ...windows, 'verbose'],
  },
  uninstall: {
    summary: 'no longer start the agent when you sign in to this computer (on Linux and macOS, also stop it)',
    options: [],
  },
  completion: { summary: 'print the completion script for bash, zsh or fish', options: [] },
  version: { summary: 'show the version', options: [] },
} as const satisfies Record<string, { summary: string; options: readonly string[] }>;

export type CommandName = keyof typeof commandTable | 'help';

const options = [
  new Option('--server <url>', 'address of your Sandpiper server'),
  new Option(
    '--token <token>',
    "agent token from Settings, if you don't pair this computer. To keep it out of the process list, set SANDPIPER_AGENT_TOKEN instead",
  ),
  new Option('--instagram-url <url>', 'a different address for Instagram, for testing'),
  new Option('--firefox <path>', 'path to the Firefox executable'),
  new Option('--headless', 'run Firefox without visible windows'),
  new Option('--profiles-dir <folder>', "folder for Firefox profiles that are not in Firefox's own list"),
  new Option('--max-windows <number>', 'how many accounts can work at the same time'),
  new Option('--data-dir <folder>', 'where the agent keeps its files'),
  new Option('--back', 'go back to the previous page pack'),
  new Option('--as <name>', 'a new name for the restored Firefox profile'),
  new Option('--verbose', 'show and log every step'),
  new Option('--launchd').hideHelp(),
  new Option('--console').hideHelp(),
];

const valuesSchema = z.object({
  server: z.string().optional(),
  token: z.string().optional(),
  instagramUrl: z.string().optional(),
  firefox: z.string().optional(),
  headless: z.boolean().default(false),
  profilesDir: z.string().optional(),
  maxWindows: z.string().optional(),
  dataDir: z.string().optional(),
  as: z.string().optional(),
  back: z.boolean().default(false),
  verbose: z.boolean().default(false),
  launchd: z.boolean().default(false),
  console: z.boolean().default(false),
  version: z.boolean().default(false),
});

export type CommandLine = z.infer<typeof valuesSchema> & {
  command: CommandName;
  /** The text that `help` and `completion` print. */
  text: string;
  /** The arguments of the command `profiles`, such as `restore` and an ID. */
  words: readonly string[];
};

function optionsOf(name: string): readonly string[] {
  return Object.entries(commandTable).find(([command]) => command === name)?.[1].options ?? [];
}

const usages: ReadonlyMap<string, string> = new Map([
  ['completion', '<shell>'],
  ['profiles', '[list | restore ID | purge ID] [options]'],
]);

/**
 * Returns the options to show in a command's help: those in `commandTable`, `--data-dir` and `--help`. The program itself accepts all
 * options with every command, before or after the command's name.
 */
function visibleOptions(program: Command, command: Command): Option[] {
  const names = command === program ? ['version'] : optionsOf(command.name());
  const visible = program.options.filter((option) => [...names, 'dataDir'].includes(option.attributeName()));
  return [...visible, ...new Help().visibleOptions(command).filter((option) => option.long === '--help')];
}

function createProgram(print: (text: string) => void, choose: (chosen: CommandName, words: string[]) => void): Command {
  const program: Command = new Command('sandpiper-agent');
  program
    .usage('[command] [options]')
    .description(
      'Opens your Instagram accounts in Firefox on this computer and sends the messages you planned in Sandpiper.',
    )
    .option('-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show a command and its options, for example "help run"')
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .configureHelp({ helpWidth: 80, visibleOptions: (command) => visibleOptions(program, command) })
    .exitOverride();
  for (const option of options) program.addOption(option);
  for (const [name, { summary }] of entriesOf(commandTable)) {
    const command = program.command(name, { isDefault: name === 'run' }).description(asSentence(summary));
    command
      .summary(summary)
      .allowExcessArguments()
      .usage(usages.get(name) ?? '[options]');
    command.action(() => choose(name, command.args));
  }
  program.commands.find((command) => command.name() === 'pair')?.alias('login');
  return program;
}

function entriesOf<Key extends string, Value>(table: Record<Key, Value>): [Key, Value][] {
  const isKey = (key: string): key is Key => Object.hasOwn(table, key);
  return Object.keys(table)
    .filter(isKey)
    .map((key) => [key, table[key]]);
}

function asSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function unknownCommand(word: string): UserError {
  return new UserError(`There is no command "${word}". Run "sandpiper-agent help" to see all commands.`);
}

function refuseExtraWords(args: readonly string[], command: CommandName, words: readonly string[]): void {
  const [word] = words;
  if (word === undefined) return;
  if (command === 'run' && !args.includes('run')) {
    throw unknownCommand(word);
  }
  throw new UserError(
    `"${command}" doesn't take the argument "${word}". Run "sandpiper-agent help ${command}" to see its options.`,
  );
}

/** Converts an error from Commander into a {@link UserError} with a message in Sandpiper's style. Returns any other error unchanged. */
function refusalOf(args: readonly string[], error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === 'commander.help') return unknownCommand(args.at(-1) ?? '');
  const text = error.message
    .replace(/^error: /u, '')
    .replace(/^option '(--[\w-]+) .*' argument missing$/u, '$1 needs a value')
    .replaceAll("'", '"');
  const command = args.find((word) => Object.hasOwn(commandTable, word)) ?? 'run';
  return new UserError(`${asSentence(text)} Run "sandpiper-agent help ${command}" to see the options.`);
}

/** Parses the program's arguments. The default command is `run`. Throws a {@link UserError} if the arguments are invalid. */
export function readCommandLine(args: readonly string[]): CommandLine {
  let text = '';
  let chosen: { command: CommandName; words: string[] } = { command: 'help', words: [] };
  const program = createProgram(
    (piece) => (text += piece),
    (command, words) => (chosen = { command, words }),
  );
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    if (!isHelp) throw refusalOf(args, error);
  }
  const values = valuesSchema.parse(program.opts());
  const { command, words } = chosen;
  if (command === 'completion') return { ...values, command, words: [], text: completionScript(program, words) };
  if (command !== 'profiles') refuseExtraWords(args, command, words);
  return { ...values, command: values.version ? 'version' : command, words, text: text.trimEnd() };
}
