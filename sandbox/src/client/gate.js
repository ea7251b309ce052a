import { isAnything, isGateAnswer } from './answers.js';
import { get, post } from './server.js';

/** @import { GateView } from '../site/page-data.ts' */

const pollMs = 400;

/** @param {GateView} view */
export function startGate({ waits }) {
  recordTyping(document.body);
  if (!waits) return;
  const timer = setInterval(() => {
    const check = async () => {
      const { gate } = await get('/ajax/gate', isGateAnswer);
      if (gate === null) window.location.assign('/');
    };
    check().catch(() => clearInterval(timer));
  }, pollMs);
}

/**
 * Reports to the server what is typed into a page's fields, for pages where nothing should be typed.
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
