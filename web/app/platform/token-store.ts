const storageKey = 'token';
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export function readToken(): string | null {
  return localStorage.getItem(storageKey);
}

export function storeToken(token: string): void {
  localStorage.setItem(storageKey, token);
  announce();
}

/** Removes this token, unless someone has signed in again since, for example in another tab. */
export function removeToken(token: string | null): void {
  if (token === null || readToken() !== token) return;
  localStorage.removeItem(storageKey);
  announce();
}

/** Calls `listener` whenever the token changes, in this tab or another tab. Returns a function that unsubscribes. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
