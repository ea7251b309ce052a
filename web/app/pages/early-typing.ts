/**
 * Captures the letters typed before a field that is about to open has the focus. Returns a function that stops capturing and returns
 * the letters.
 */
export function keepEarlyTyping(): () => string {
  let typed = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Without this, the letter would reach the element that still has the focus.
    event.preventDefault();
    typed += event.key;
  };
  window.addEventListener('keydown', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    const kept = typed;
    typed = '';
    return kept;
  };
}
