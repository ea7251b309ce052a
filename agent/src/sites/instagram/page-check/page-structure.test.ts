import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf, type PageStructure } from './page-structure.ts';

type Row = PageStructure['rows'][number];

const row = (changes: Partial<Row> = {}): Row => ({
  depth: 3,
  tag: 'div',
  role: null,
  pagelet: null,
  type: null,
  name: null,
  attributes: [],
  width: 300,
  height: 40,
  isVisible: true,
  ...changes,
});

const page = (rows: Row[], changes: Partial<PageStructure> = {}) =>
  linesOf({
    path: '/direct/inbox/',
    language: 'en',
    browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    count: 812,
    rows,
    ...changes,
  });

describe('the page structure in a diagnostic report', () => {
  test('contains the kind, nesting, size and listed attributes of each element', () => {
    const rows = [
      row({ depth: 0, tag: 'body', width: 1280.4, height: 720 }),
      row({
        role: 'navigation',
        pagelet: 'IGDInboxThreadListScrollableAreaPagelet',
        attributes: ['role', 'aria-label'],
      }),
      row({ tag: 'input', type: 'text', name: 'queryBox', attributes: ['type', 'name', 'placeholder'] }),
      row({ tag: 'div', role: 'textbox', isVisible: false, attributes: ['contenteditable', 'dir'] }),
    ];
    assert.deepEqual(page(rows).tree, [
      '0 body 1280x720',
      '3 div 300x40 role=navigation pagelet=IGDInboxThreadListScrollableAreaPagelet aria-label',
      '3 input 300x40 type=text name=queryBox placeholder',
      '3 div 300x40 hidden role=textbox contenteditable dir',
    ]);
  });

  test('contains the Firefox version, the language and the pattern of the path', () => {
    assert.deepEqual(page([row(), row({ isVisible: false })]).head, [
      'Firefox: 140.0',
      'Page: /direct/inbox',
      'Language: en',
      'Elements: 812 in total, 2 read, 1 visible',
    ]);
    const pathOf = (path: string) => page([], { path }).head[1];
    assert.deepEqual(
      [
        '/',
        '/anna.shop/',
        '/direct/t/17842000000001000/',
        '/p/Cx1yz/',
        '/stories/anna/34815/',
        '/Anna/accounts/%40/',
      ].map(pathOf),
      ['Page: /', 'Page: /*', 'Page: /direct/t/*', 'Page: /p/*', 'Page: /stories/*/*', 'Page: /*/accounts/*'],
    );
    assert.equal(page([], { language: '' }).head[2], 'Language: none');
    assert.equal(page([], { language: 'en-GB' }).head[2], 'Language: en-GB');
  });

  test('contains no unlisted values, whatever a page contains', () => {
    const planted = 'annasecret';
    const everywhere = row({
      tag: planted,
      role: planted,
      pagelet: planted,
      type: planted,
      name: planted,
      attributes: [planted, `data-${planted}`, `aria-${planted}`, 'id', 'class', 'src', 'href'],
    });
    const rows = [everywhere, { ...everywhere, tag: 'input' }, row({ tag: 'a', name: 'email', type: 'text' })];
    const { head, tree } = page(rows, { path: `/${planted}/`, language: planted, browser: `${planted}/1 Chrome/9` });
    assert.ok(![...head, ...tree].some((line) => line.includes(planted)), [...head, ...tree].join('\n'));
    assert.deepEqual(tree, [
      '3 other 300x40 role=other pagelet=other href',
      '3 input 300x40 role=other pagelet=other type=other name=other href',
      '3 a 300x40',
    ]);
    assert.deepEqual(head.slice(0, 3), ['Firefox: unknown', 'Page: /*', 'Language: other']);
  });

  test('counts consecutive identical lines instead of repeating them', () => {
    assert.deepEqual(page([row(), row(), row(), row({ depth: 4 })]).tree, ['3 div 300x40 (3 times)', '4 div 300x40']);
  });
});
