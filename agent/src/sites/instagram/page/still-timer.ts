/**
 * Creates a function that returns how many milliseconds the page has been showing the same state. `isChanging`: the page is still loading,
 * so the time starts over even if the state is the same.
 */
export function createStillTimer(): (state: unknown, isChanging?: boolean) => number {
  let last = '';
  let since = performance.now();
  return (state, isChanging = false) => {
    const text = JSON.stringify(state);
    if (text !== last || isChanging) {
      last = text;
      since = performance.now();
    }
    return performance.now() - since;
  };
}
