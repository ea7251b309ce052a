import { readEditor, writeEditor } from './editor-text.js';
import { element, icon, pressable } from './elements.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ComposerView } from '../site/page-data.ts' */

/**
 * The form for writing a message, and its text field.
 * @typedef {object} Composer
 * @property {HTMLElement} element
 * @property {HTMLElement} field
 */

/**
 * @param {{ kind: ComposerView, texts: Texts, keepsText: boolean, onSend: (text: string) => void }} options
 * @returns {Composer}
 */
export function createComposer({ kind, texts, keepsText, onSend }) {
  const isEditor = kind === 'lexical' || kind === 'cannes';
  const field = isEditor
    ? createEditor(texts)
    : createTextarea(kind === 'textarea' ? texts.oldMessagePlaceholder : '…');
  const send = () => {
    const text = field.read().trim();
    if (text === '') return;
    if (!keepsText) field.clear();
    showButton();
    onSend(text);
  };
  const button = pressable(texts.send, send, { class: 'send' });
  const extras = element('div', { class: 'extras' }, icon('smile', 'Emoji'));
  const showButton = () => extras.replaceChildren(field.read().trim() === '' ? icon('smile', 'Emoji') : button);
  const box = element('div', { class: 'composer' }, field.element, extras);
  field.element.addEventListener('input', showButton);
  box.addEventListener('keydown', (event) => {
    if (
      event.target !== field.element ||
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.isComposing ||
      !event.isTrusted
    )
      return;
    event.preventDefault();
    send();
  });
  if (kind === 'cannes') box.dataset['pagelet'] = 'IGDComposerForCannes';
  return { element: box, field: field.element };
}

/**
 * Creates an editor that behaves like Meta's: it keeps what the user types, and removes what a script inserts.
 * @param {Texts} texts
 */
function createEditor(texts) {
  const root = element('div', {
    role: 'textbox',
    contenteditable: 'true',
    'data-lexical-editor': 'true',
    'aria-label': texts.message,
    'aria-placeholder': texts.messagePlaceholder,
    spellcheck: 'true',
    tabindex: '0',
    class: 'editor',
  });
  let text = '';
  const isWhole = () => root.childElementCount === 1 && root.firstElementChild instanceof HTMLParagraphElement;
  root.addEventListener('input', (event) => {
    if (!event.isTrusted) return;
    text = readEditor(root);
    if (!isWhole() || text === '') writeEditor(root, text);
  });
  root.addEventListener('paste', (event) => {
    event.preventDefault();
    const pasted = event.isTrusted ? event.clipboardData?.getData('text/plain') : undefined;
    if (pasted) document.execCommand('insertText', false, pasted);
  });
  root.addEventListener('drop', (event) => event.preventDefault());
  writeEditor(root, text);
  new MutationObserver(() => {
    if (readEditor(root) !== text || !isWhole()) writeEditor(root, text);
  }).observe(root, { childList: true, characterData: true, subtree: true });
  return {
    element: root,
    read: () => text,
    clear: () => {
      text = '';
      writeEditor(root, text);
    },
  };
}

/**
 * Creates the text area that the site used before 2023. The page keeps its own copy of the text, so text set by a script isn't
 * sent.
 * @param {string} placeholder
 */
function createTextarea(placeholder) {
  const area = element('textarea', { placeholder, rows: '2' });
  let text = '';
  area.addEventListener('input', (event) => {
    if (event.isTrusted) text = area.value;
    else area.value = text;
  });
  return {
    element: area,
    read: () => text,
    clear: () => {
      text = '';
      area.value = '';
    },
  };
}
