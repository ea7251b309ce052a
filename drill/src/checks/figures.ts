import { percentile } from '@sandpiper/testkit/percentile';
import type { Call, CallLog } from '../load/call-log.ts';

export function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

function times(calls: readonly Call[]): string {
  const ms = calls.map((call) => call.ms);
  return [50, 95, 99].map((percent) => `${Math.round(percentile(ms, percent))} ms`).join(', ');
}

/** Returns the number of calls, their outcomes and their durations, as labeled figures. */
export function callFigures({ calls }: CallLog): [string, string][] {
  const inTrouble = calls.filter((call) => call.phase === 'trouble');
  const calm = calls.filter((call) => call.phase === 'calm');
  const unavailable = inTrouble.filter((call) => call.status === 503).length;
  const lost = inTrouble.filter((call) => call.status === 0 || call.status === 502 || call.status === 504).length;
  const figures: [string, string][] = [
    ['calls', `${calls.length}`],
    ['calls outside the fault: median, 95th and 99th percentile', times(calm)],
  ];
  if (inTrouble.length === 0) return figures;
  return [
    ...figures,
    ['calls during the fault: all, answered with 503, lost', `${inTrouble.length}, ${unavailable}, ${lost}`],
  ];
}
