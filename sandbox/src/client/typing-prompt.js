import { raiseNotifications } from './dialogs.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { TypingPrompt } from '../site/page-data.ts' */

const keysBeforePrompt = 6;
const pauseMs = 60;

/**
 * Shows a prompt once. `kind` determines when: after a few key presses, at the first pause in typing, or when Enter is pressed.
 * @param {HTMLElement} field
 * @param {TypingPrompt} kind
 * @param {Texts} texts
 */
export function armTypingPrompt(field, kind, texts) {
  const armed = new AbortController();
  const raise = () => {
    if (armed.signal.aborted) return;
    armed.abort();
    raiseNotifications(texts);
  };
  if (kind === 'takes_enter') {
    field.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        raise();
      },
      { capture: true, signal: armed.signal },
    );
    return;
  }
  let keys = 0;
  let timer = 0;
  field.addEventListener(
    'input',
    () => {
      keys += 1;
      window.clearTimeout(timer);
      if (kind === 'before_enter') timer = window.setTimeout(raise, pauseMs);
      else if (keys >= keysBeforePrompt) raise();
    },
    { signal: armed.signal },
  );
}
