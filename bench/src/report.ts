import { percentile } from '@sandpiper/testkit/percentile';
import type { Line } from './row.ts';

export type Measured = Line & { row: string };

type Ratio = { median: number; least: number; most: number };

function ratioOf({ ours, theirs }: Line): Ratio {
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));
  return { median: percentile(ratios, 50), least: Math.min(...ratios), most: Math.max(...ratios) };
}

function aimText(aim: Line['aim']): string {
  if (aim === null) return '';
  return 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`;
}

function isReached({ aim }: Line, { median }: Ratio): boolean | null {
  if (aim === null) return null;
  return 'atLeast' in aim ? median >= aim.atLeast : median <= aim.atMost;
}

function shown(figure: number): string {
  if (!Number.isFinite(figure)) return '–';
  const digits = Math.abs(figure) < 10 ? 2 : Math.abs(figure) < 100 ? 1 : 0;
  return figure.toFixed(digits);
}

function cellsOf(line: Measured): string[] {
  const ratio = ratioOf(line);
  const reached = isReached(line, ratio);
  return [
    line.row,
    line.what,
    `${shown(percentile(line.ours, 50))} ${line.unit}`,
    `${shown(percentile(line.theirs, 50))} ${line.unit}`,
    `${shown(ratio.median)} (${shown(ratio.least)}–${shown(ratio.most)})`,
    `${aimText(line.aim)}${reached === null ? '' : reached ? ' ✓' : ' ✗'}`,
    line.yardstick,
  ];
}

/** Prints the results as a Markdown table, to be copied into the documentation. */
export function printTable(lines: readonly Measured[]): void {
  const header = ['row', 'what', 'Sandpiper', 'yardstick', 'ratio (spread)', 'aim', 'the yardstick is'];
  const rows = [header, ...lines.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const text = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  console.log(text(header));
  console.log(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  for (const cells of rows.slice(1)) console.log(text(cells));
}

/** Prints the results as one line of JSON. */
export function printJson(lines: readonly Measured[]): void {
  console.log(JSON.stringify({ bench: lines.map((line) => ({ ...line, ratio: ratioOf(line) })) }));
}
