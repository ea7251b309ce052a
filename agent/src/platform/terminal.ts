import { timeOfDay } from './clock.ts';
import type { Logger } from './log-file.ts';

export type Terminal = {
  /** Prints what happened, after the time of day. */
  say: (text: string) => void;
  /** Prints the result of a command. */
  print: (text: string) => void;
  warn: (text: string) => void;
};

/** Replaces control characters, except tabs and line feeds, with spaces. Otherwise, text from a web page could control the terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Control}--[\t\n]]/gv, ' ');
}

export function createTerminal(
  out: NodeJS.WritableStream = process.stdout,
  err: NodeJS.WritableStream = process.stderr,
): Terminal {
  // The terminal may have been closed, or the program at the other end of a pipe may have ended. The agent must still finish its work.
  for (const stream of [out, err]) stream.on('error', () => undefined);
  return {
    say: (text) => void out.write(`${timeOfDay()}  ${plain(text)}\n`),
    print: (text) => void out.write(`${plain(text)}\n`),
    warn: (text) => void err.write(`${plain(text)}\n`),
  };
}

/** Returns a terminal that also logs events and warnings, because nobody sees the terminal of an agent that starts automatically. */
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
