/**
 * Keeps the letters typed until a field that is about to open has the focus. The answered function stops that and
 * answers them.
 */
export function keepEarlyTyping(): () => string {
  let typed = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Otherwise it would reach what still has the focus.
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
