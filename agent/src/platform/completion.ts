import type { Command } from 'commander';
import { UserError } from './errors.ts';

/** Whether an option's value is a path, which the shell itself completes. */
function takesPath(flags: string): boolean {
  return /<(path|folder)>/u.test(flags);
}

function wordsOf(program: Command): { commands: string[]; options: string[]; pathOptions: string[] } {
  const visible = program.options.filter((option) => !option.hidden);
  const longNames = (options: typeof visible): string[] => options.flatMap(({ long }) => long ?? []);
  return {
    commands: [...program.commands.map((command) => command.name()), 'help'],
    options: [...longNames(visible), '--help'],
    pathOptions: longNames(visible.filter((option) => takesPath(option.flags))),
  };
}

function bashScript(program: Command): string {
  const { commands, options, pathOptions } = wordsOf(program);
  return `_sandpiper_agent() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${pathOptions.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return;;
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "${options.join(' ')}" -- "$word"));;
    *) COMPREPLY=($(compgen -W "${commands.join(' ')}" -- "$word"));;
  esac
}
complete -F _sandpiper_agent sandpiper-agent`;
}

function fishScript(program: Command): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/gu, '\\$&')}'`;
  const start = 'complete -c sandpiper-agent';
  const commands = program.commands.map(
    (command) => `${start} -f -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.summary())}`,
  );
  const options = program.options
    .filter((option) => !option.hidden && option.long !== undefined)
    .map((option) => {
      const value = takesPath(option.flags) ? ' -r -F' : option.required ? ' -x' : '';
      return `${start} -l ${option.long?.slice(2) ?? ''}${value} -d ${quoted(option.description)}`;
    });
  return [...commands, ...options].join('\n');
}

/** Returns a shell script that completes commands and options. zsh runs the bash script through `bashcompinit`. */
export function completionScript(program: Command, [shell, ...rest]: readonly string[]): string {
  if (rest.length === 0) {
    if (shell === 'bash') return bashScript(program);
    if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(program)}`;
    if (shell === 'fish') return fishScript(program);
  }
  throw new UserError('Choose a shell (bash, zsh or fish). For example, run: sandpiper-agent completion bash');
}
