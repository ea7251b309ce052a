/** Formats an ISO 8601 time for exported tables, in UTC. */
export function shownTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
