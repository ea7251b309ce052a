/** Formats an ISO 8601 time in UTC for exports, as `yyyy-mm-dd hh:mm:ss`. */
export function shownTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
