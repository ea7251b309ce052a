import { isAnything, isCheckpointAnswer } from './answers.js';
import { get, post } from './server.js';

/** @import { CheckpointView } from '../site/page-data.ts' */

const pollMs = 400;

/** @param {CheckpointView} view */
export function startCheckpoint({ waits }) {
  recordTyping(document.body);
  if (!waits) return;
  const timer = setInterval(() => {
    const check = async () => {
      const { checkpoint } = await get('/ajax/checkpoint', isCheckpointAnswer);
      if (checkpoint === null) window.location.assign('/');
    };
    check().catch(() => clearInterval(timer));
  }, pollMs);
}

/**
 * Reports to the server what is typed into the fields of a page or a dialog where nothing should be typed.
 * @param {HTMLElement} root
 */
export function recordTyping(root) {
  /** The reports run one after another, so that the latest text arrives last. */
  let told = Promise.resolve({});
  root.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField) return;
    const { name: field, value: text } = target;
    const tell = () => post('/ajax/typed', { page: window.location.pathname, field, text }, isAnything);
    told = told.then(tell, tell);
  });
}
