import type { UnreadResult, UnreadResults } from '@sandpiper/contract/unread-checks';

type Kept = { results: UnreadResults | null; lastCheck: string | null; selected: number[] };

const names = {
  results: 'unread-results',
  lastCheck: 'unread-last-check',
  selected: 'unread-selected-profiles',
} as const;

/** Returns a storage key. The key contains the user's ID, so that users who share a browser don't see each other's results. */
function keyOf(userId: number, name: keyof typeof names): string {
  return `${names[name]}-${userId}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isResult(value: unknown): value is UnreadResult {
  return isObject(value) && typeof value['profile_name'] === 'string' && typeof value['profile_path'] === 'string';
}

function isResults(value: unknown): value is UnreadResults {
  return (
    isObject(value) &&
    typeof value['profiles_checked'] === 'number' &&
    typeof value['total_unread'] === 'number' &&
    Array.isArray(value['results']) &&
    value['results'].every(isResult)
  );
}

function read(key: string): unknown {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return value;
  } catch {
    return null;
  }
}

export function readKept(userId: number): Kept {
  const results = read(keyOf(userId, 'results'));
  const lastCheck = read(keyOf(userId, 'lastCheck'));
  const selected = read(keyOf(userId, 'selected'));
  return {
    results: isResults(results) ? results : null,
    lastCheck: typeof lastCheck === 'string' ? lastCheck : null,
    selected: Array.isArray(selected) ? selected.filter((id) => typeof id === 'number') : [],
  };
}

/** Stores a value in this browser. If the value is null, removes the stored value instead. */
export function keep<Name extends keyof Kept>(userId: number, name: Name, value: Kept[Name]): void {
  if (value === null) localStorage.removeItem(keyOf(userId, name));
  else localStorage.setItem(keyOf(userId, name), JSON.stringify(value));
}

/** Calls `onChange` when another tab has stored or removed results. Returns a function that stops watching. */
export function watchKeptResults(userId: number, onChange: () => void): () => void {
  const keys = [keyOf(userId, 'results'), keyOf(userId, 'lastCheck')];
  const heard = ({ key }: StorageEvent) => {
    if (key !== null && keys.includes(key)) onChange();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
