import { isOpened, isSearchResults } from './answers.js';
import { raiseDialog } from './dialogs.js';
import { element, icon, pressable } from './elements.js';
import { get, post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { SearchResult } from '../site/page-data.ts' */

/**
 * The dialog that finds a person by handle and opens the thread.
 * @param {Texts} texts
 * @param {{ search: 'option' | 'checkbox', searchMs: number }} view
 */
export function raiseNewMessage(texts, { search: shape, searchMs }) {
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
    if (searchMs > 0) {
      results.replaceChildren(element('span', {}, texts.noAccountFound));
      await new Promise((resolve) => void setTimeout(resolve, searchMs));
      if (query !== current.value) return;
    }
    const found = await get(`/ajax/direct/search?q=${encodeURIComponent(query)}`, isSearchResults);
    const state = JSON.stringify([found, query.trim() === '']);
    if (query !== current.value || state === shown) return;
    shown = state;
    const rows = found.map((person) => resultRow(person, shape, choose));
    results.replaceChildren(
      ...(rows.length > 0 || query.trim() === '' ? rows : [element('span', {}, texts.noAccountFound)]),
    );
  };
  let current = queryBox(texts, (query) => void search(query));
  let isRenewed = false;
  const line = element('label', { class: 'query' }, texts.to, current);
  line.addEventListener('input', () => {
    if (isRenewed) return;
    isRenewed = true;
    current = renew(
      current,
      queryBox(texts, (query) => void search(query)),
    );
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
 * @param {(query: string) => void} onQuery
 */
function queryBox(texts, onQuery) {
  const box = element('input', {
    name: 'queryBox',
    placeholder: texts.searchPlaceholder,
    autocomplete: 'off',
    type: 'text',
  });
  box.addEventListener('input', () => onQuery(box.value));
  return box;
}

/**
 * Replaces the field after the first key, as the site does; a reference to the old element becomes useless.
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
 * @param {'option' | 'checkbox'} shape
 * @param {(username: string) => void} choose
 */
function resultRow(person, shape, choose) {
  const words = element(
    'div',
    { class: 'words' },
    element('span', { dir: 'auto' }, person.name),
    element('span', { dir: 'auto', class: 'handle' }, person.username),
  );
  const row = pressable(words, () => choose(person.username), {
    class: 'row',
    role: shape === 'option' ? 'option' : 'button',
  });
  if (shape === 'checkbox') {
    row.append(element('input', { type: 'checkbox', name: 'ContactSearchResultCheckbox', tabindex: '-1' }));
    row.addEventListener('click', () => row.querySelector('input')?.toggleAttribute('checked', true));
  }
  return row;
}
