/**
 * Captures the letters that the user types while a search field is still opening. Returns a function that stops capturing and returns the
 * captured letters.
 */
export function keepEarlyTyping(): () => string {
  let typed = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Keep the letter out of the element that still has focus.
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
