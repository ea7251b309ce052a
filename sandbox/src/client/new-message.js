import { isOpened, isSearchResults } from './answers.js';
import { raiseDialog } from './dialogs.js';
import { element, icon, pressable } from './elements.js';
import { get, post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { SearchResult, SearchView } from '../site/page-data.ts' */

/**
 * Shows the dialog for finding a person by username and opening their conversation.
 * @param {Texts} texts
 * @param {SearchView} view
 */
export function raiseNewMessage(texts, view) {
  const { rows: shape, delayMs, isNamed } = view;
  /** @type {string | null} */
  let chosen = null;
  let shown = '';
  const results = element('div', { class: 'results', ...(shape === 'option' ? { role: 'listbox' } : {}) });
  const confirm = pressable(shape === 'option' ? texts.chat : texts.next, () => void openChosen(), {
    class: 'primary',
    'aria-disabled': 'true',
  });
  const openChosen = async () => {
    if (chosen === null) return;
    const { thread } = await post('/ajax/direct/open', { person: chosen }, isOpened);
    window.location.assign(`/direct/t/${thread}/`);
  };
  /** @param {string} username */
  const choose = (username) => {
    chosen = username;
    confirm.setAttribute('aria-disabled', 'false');
  };
  /** @param {string} query */
  const search = async (query) => {
    if (delayMs > 0) {
      results.replaceChildren(element('span', {}, texts.noAccountFound));
      await new Promise((resolve) => void setTimeout(resolve, delayMs));
      if (query !== current.value) return;
    }
    const found = await get(`/ajax/direct/search?q=${encodeURIComponent(query)}`, isSearchResults);
    const state = JSON.stringify([found, query.trim() === '']);
    if (query !== current.value || state === shown) return;
    shown = state;
    const rows = found.map((person) => resultRow(person, view, { texts, choose }));
    results.replaceChildren(
      ...(rows.length > 0 || query.trim() === '' ? rows : [element('span', {}, texts.noAccountFound)]),
    );
  };
  const freshBox = () => queryBox(texts, isNamed, (query) => void search(query));
  let current = freshBox();
  let isRenewed = false;
  const line = element('label', { class: 'query' }, texts.to, current);
  line.addEventListener('input', () => {
    if (isRenewed) return;
    isRenewed = true;
    current = renew(current, freshBox());
  });
  raiseDialog({
    label: texts.newMessage,
    content: (close) => [
      element(
        'div',
        { class: 'list-head' },
        element('h2', {}, texts.newMessage),
        pressable(icon('close', texts.close), close),
      ),
      line,
      results,
      confirm,
    ],
  });
  current.focus();
}

/**
 * @param {Texts} texts
 * @param {boolean} isNamed
 * @param {(query: string) => void} onQuery
 */
function queryBox(texts, isNamed, onQuery) {
  const box = element('input', {
    ...(isNamed ? { name: 'queryBox' } : {}),
    placeholder: texts.searchPlaceholder,
    autocomplete: 'off',
    type: 'text',
  });
  box.addEventListener('input', () => onQuery(box.value));
  return box;
}

/**
 * Replaces the search field after the first key press, as the site does, so that references to the old element become stale.
 * @param {HTMLInputElement} old
 * @param {HTMLInputElement} fresh
 */
function renew(old, fresh) {
  fresh.value = old.value;
  old.replaceWith(fresh);
  fresh.focus();
  return fresh;
}

/**
 * @param {SearchResult} person
 * @param {SearchView} view
 * @param {{ texts: Texts, choose: (username: string) => void }} options
 */
function resultRow({ name, username }, { rows: shape, isHandleFirst }, { texts, choose }) {
  const display = element('span', { dir: 'auto' }, name);
  const handle = element('span', { dir: 'auto', class: 'handle' }, username);
  const lines = isHandleFirst ? [handle, display] : [display, handle];
  const words = element('div', { class: 'words' }, ...lines);
  const row = pressable(words, () => choose(username), {
    class: 'row',
    role: shape === 'option' ? 'option' : 'button',
  });
  if (shape === 'checkbox' || isHandleFirst) {
    const box = element('input', { type: 'checkbox', name: checkboxNames[shape], tabindex: '-1' });
    row.append(box);
    row.addEventListener('click', () => box.toggleAttribute('checked', true));
  }
  if (isHandleFirst) row.append(element('div', { class: 'read-aloud' }, texts.toggleSelection));
  return row;
}

const checkboxNames = { option: 'IGDRecipientContactSearchResultCheckbox', checkbox: 'ContactSearchResultCheckbox' };
