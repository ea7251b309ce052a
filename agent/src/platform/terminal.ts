import { timeOfDay } from './clock.ts';
import type { Logger } from './log-file.ts';

/** Lines for the person at the terminal. */
export type Terminal = {
  /** One thing that happened, with the time before it. */
  say: (text: string) => void;
  /** Plain text, such as an answer to a command. */
  print: (text: string) => void;
  warn: (text: string) => void;
};

/** Removes what could make the terminal do something: names and page texts come from outside. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, ' ');
}

export function createTerminal(
  out: NodeJS.WritableStream = process.stdout,
  err: NodeJS.WritableStream = process.stderr,
): Terminal {
  return {
    say: (text) => void out.write(`${timeOfDay()}  ${plain(text)}\n`),
    print: (text) => void out.write(`${plain(text)}\n`),
    warn: (text) => void err.write(`${plain(text)}\n`),
  };
}

/** What happens is said to the log as well: started by itself, the agent has no terminal that anybody sees. */
export function withLog(terminal: Terminal, log: Logger): Terminal {
  return {
    ...terminal,
    say: (text) => {
      terminal.say(text);
      log.info({ said: text });
    },
    warn: (text) => {
      terminal.warn(text);
      log.warn({ said: text });
    },
  };
}
