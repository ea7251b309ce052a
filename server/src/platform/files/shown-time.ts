/** Formats a time as exported tables show it, in UTC. */
export function shownTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
