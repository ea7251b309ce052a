/** Returns the command that pairs this computer. `server` is null if no server has been chosen yet. */
export function pairCommandText(server: string | null): string {
  return `sandpiper-agent pair --server ${server ?? 'https://…'}`;
}

export function notPairedText(server: string | null): string {
  return `This computer is not paired yet. Run: ${pairCommandText(server)}`;
}

export const noServerText = `Choose a server first. Run: ${pairCommandText(null)}`;
