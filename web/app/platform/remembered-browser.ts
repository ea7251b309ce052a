/* Stores, for each user who signs in here, the token with which this browser skips the two-factor code. */

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
