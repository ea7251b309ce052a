import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

const colors = ['cyan', 'magenta', 'yellow', 'green'] as const;
const nameWidth = 10;

export const hasColors = process.stdout.isTTY && process.stdout.hasColors() && process.env['NO_COLOR'] === undefined;

const formatLogLine = prettyFactory({
  colorize: hasColors,
  ignore: 'pid,hostname,reqId',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
});

function readable(line: string): string {
  return line.startsWith('{"level":') ? formatLogLine(line).trimEnd() : line;
}

/** Returns a function that creates a printer for a program. Each line gets the program's name as a prefix. JSON log lines become text. */
export function createPrefixedOutput(write: (text: string) => void = (text) => void process.stdout.write(text)) {
  let programs = 0;
  return (name: string) => {
    const color = colors[programs % colors.length] ?? 'cyan';
    programs += 1;
    const label = `${name.padEnd(nameWidth)}| `;
    const prefix = hasColors ? styleText(color, label) : label;
    let unfinished = '';
    return (text: string) => {
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') write(`${prefix}${readable(line)}\n`);
    };
  };
}
