/* Stores the tokens with which users can sign in without a two-factor code in this browser, one token per username. */

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
