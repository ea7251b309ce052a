/** Returns whether the agent still has to pick up a request or finish it. */
export function isUnderWay({ status }: { status: string }): boolean {
  return status === 'pending' || status === 'running';
}
