/* Stores a token for each username. With this token, the user can sign in without a two-factor code in this browser. */

const keyOf = (username: string) => `remembered-browser ${username.trim().toLowerCase()}`;

export function readRememberedBrowser(username: string): string | null {
  return localStorage.getItem(keyOf(username));
}

export function storeRememberedBrowser(username: string, token: string): void {
  localStorage.setItem(keyOf(username), token);
}

export function removeRememberedBrowser(username: string): void {
  localStorage.removeItem(keyOf(username));
}
