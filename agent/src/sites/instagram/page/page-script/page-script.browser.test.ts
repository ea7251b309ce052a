import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import type { Page } from '../../../../browser/page.ts';
import { testPage } from '../../../../testing/firefox.ts';
import { builtInPack } from '../pack/built-in.pack.ts';
import { look, type PageView } from '../page.view.ts';

const composer = '<div role="textbox" contenteditable="true" aria-label="Message" style="width:200px">text</div>';
const sender = '<a href="/mia/" aria-label="Open the profile page of mia">M</a>';
const label = 'aria-label="Open the profile page of mia"';

/** Returns the HTML of a message's row. `style` is for the line with the message, and `before` is HTML in front of the message. */
function row(text: string, style: string, before = ''): string {
  const bubble = `<span dir="auto" style="max-width:70%"><div dir="auto">${text}</div></span>`;
  return `<div role="group"><div style="display:flex; ${style}">${before}${bubble}</div></div>`;
}

function chat(head: string, rows: string[], list = 'data-pagelet="IGDMessagesList"'): string {
  return `<section style="width:340px">${head}<div><div ${list}>${rows.join('')}</div>${composer}</div></section>`;
}

describe('reading pages', { timeout: 1_800_000 }, () => {
  let server: Server;
  let page: Page;
  let html = '';
  let url = '';
  before(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><body>${html}</body></html>`);
    });
    url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
    page = await testPage();
  });
  after(async () => {
    await page.open('about:blank');
    server.close();
  });

  async function seen(content: string, path = '/mia/'): Promise<PageView> {
    html = content;
    await page.open(url + path);
    const view = await look({ page, pack: builtInPack });
    assert.ok(view !== null);
    return view;
  }
  const handles = async (content: string): Promise<string[][]> =>
    (await seen(content)).chats.map((each) => each.handles);

  test('the header shows who a conversation is with, in every known layout', async () => {
    const rows = [row('Hi', '', '<a href="/jo/" aria-label="Open the profile page of jo">J</a>')];
    const pagelet = 'data-pagelet="IGDInboxHeaderOffMsys"';
    for (const [form, head, expected] of [
      ['a labeled link in the pagelet', `<div ${pagelet}><a href="/mia/" ${label}><h2>Mia</h2></a></div>`, ['mia']],
      ['the pagelet of a group', `<div ${pagelet}><h2>Plans</h2></div><a href="/mia/">mia</a>`, []],
      ['a labeled link around a heading', `<div><a href="/mia/" ${label}><h2>Mia</h2></a></div>`, ['mia']],
      [
        'a link around a heading, and a link without one',
        `<a href="/mia/"><h2>Mia</h2></a><a href="/jo/">See all</a>`,
        ['mia'],
      ],
      ['a heading without a link', '<div><h2>Plans</h2></div><a href="/mia/">mia</a>', []],
      ['the older link', '<div><a href="/mia/"><span>Mia</span></a></div>', ['mia']],
      ['the older link with a label', `<div><a href="/mia/" ${label}><span>Mia</span></a></div>`, ['mia']],
      ['two links', '<div><a href="/mia/">Mia</a><a href="/jo/">Jo</a></div>', ['mia', 'jo']],
    ] as const) {
      assert.deepEqual(await handles(chat(head, rows)), [expected], form);
      assert.deepEqual(await handles(chat(head, rows, '')), [expected], `${form}, list without a name`);
    }
  });

  test('the field for replying to a story is not mistaken for a conversation with the story’s owner', async () => {
    const reply = composer.replace('"Message"', '"Reply to mia…"');
    assert.deepEqual(await handles(`<section><a href="/mia/">mia</a>${reply}</section>`), [[]]);
    assert.deepEqual(await handles(`<section><a href="/mia/">mia</a>${composer}</section>`), [['mia']]);
  });

  test('docked conversations in one container are read separately', async () => {
    const docked = (name: string): string =>
      chat(`<div data-pagelet="IGDInboxHeaderOffMsys"><a href="/${name}/"><h2>${name}</h2></a></div>`, []);
    for (const container of ['IGDChatTabsRootContentOffMsys', 'IGDChatTabsRootContent'])
      assert.deepEqual(await handles(`<div data-pagelet="${container}">${docked('mia')}${docked('jo')}</div>`), [
        ['mia'],
        ['jo'],
      ]);
  });

  test('one sign is enough to show who wrote a message, unless another sign contradicts it', async () => {
    const end = 'justify-content:flex-end';
    const long = 'word '.repeat(60);
    const gutter = '<div style="width:30px; flex:none"></div>';
    const head = '<div><a href="/mia/"><h2>Mia</h2></a></div>';
    const drawings: [author: string, text: string, style: string, before?: string][] = [
      ['own', 'Hi', end],
      ['own', long, end],
      ['own', 'Hi', 'margin-left:auto; width:max-content'],
      ['own', `Hi</div></span><a href="https://shop.example/" style="width:150px">Shop</a><span><div>`, end],
      ['their', 'Hi', '', sender],
      ['their', long, '', sender],
      ['their', 'Hi', ''],
      ['their', long, '', gutter],
      ['unknown', 'Hi', end, sender],
      ['unknown', 'Hi', `${end}; flex-direction:row-reverse`],
      ['unknown', 'Hi', 'justify-content:center'],
      ['their', 'Hi', 'justify-content:center', sender],
    ];
    for (const [author, text, style, beside] of drawings) {
      const { chats } = await seen(chat(head, [row(text, style, beside)]));
      assert.equal(chats[0]?.messages[0]?.author, author, `${text.slice(0, 10)} ${style} ${beside ?? ''}`);
    }
  });

  test('the side of a message depends on the page’s text direction', async () => {
    const rtl = (style: string): string =>
      `<div dir="rtl">${chat('<a href="/mia/"><h2>Mia</h2></a>', [row('Hi', style)])}</div>`;
    const authorOf = async (content: string) => (await seen(content)).chats[0]?.messages[0]?.author;
    assert.equal(await authorOf(rtl('justify-content:flex-end')), 'own');
    assert.equal(await authorOf(rtl('')), 'their');
  });

  test('the new-message dialog is recognized by its structure, and other dialogs with fields are not mistaken for it', async () => {
    const dialog = (content: string): string =>
      `<div role="dialog"><h2>New message</h2>${content}<button>Chat</button></div>`;
    const field = '<input type="text" placeholder="Search…">';
    for (const [isNewMessage, mayBeNewMessage, content] of [
      [true, true, '<input name="queryBox">'],
      [true, true, `${field}<div role="listbox">none</div>`],
      [true, true, `${field}<div role="button">mia<input type="checkbox" name="ContactSearchResultCheckbox"></div>`],
      [false, true, field],
      [false, false, '<input type="text" name="phone_number">'],
      [false, false, '<input type="password">'],
      [false, false, '<input type="tel">'],
      [false, false, `${field}<input type="password">`],
      [false, false, `${field}${field}`],
      [false, false, '<textarea>Add a comment…</textarea>'],
      [false, false, `${field}${composer}`],
    ] as const) {
      const { dialogs, search } = await seen(dialog(content), '/direct/inbox/');
      assert.deepEqual(
        [dialogs[0]?.isNewMessage, dialogs[0]?.mayBeNewMessage, search !== null],
        [isNewMessage, mayBeNewMessage, mayBeNewMessage],
        content,
      );
    }
    const two = await seen(dialog(field) + dialog(field), '/direct/inbox/');
    assert.equal(two.search, null, 'neither of two such dialogs is chosen');
  });

  test('the header of a post, or of a page with another URL, is not mistaken for the profile’s header', async () => {
    const header = '<header><button>Message</button><button aria-label="Options"></button></header>';
    const profile = { handle: 'mia', hasMessage: true, hasOptions: true };
    assert.deepEqual((await seen(`<main>${header}</main>`, '/Mia/')).profile, profile);
    for (const path of ['/', '/stories/mia/1/', '/explore/', '/p/abc/'])
      assert.equal((await seen(`<main>${header}</main>`, path)).profile, null, path);
    assert.equal(
      (await seen(`<main><article>${header}</article></main>`)).profile,
      null,
      'the header belongs to a post',
    );
  });

  test('a dialog is recognized as a profile’s list of links only if it contains just a heading and links to other sites', async () => {
    const link = '<a href="https://shop.example/">shop.example</a>';
    for (const [isLinkList, content] of [
      [true, `<h2>Links</h2><button><svg aria-label="Close"></svg></button>${link}`],
      [false, `<h2>Links</h2><p>We removed your post.</p>${link}`],
      [false, `<h2>Your account</h2><a href="https://help.instagram.com/1">Learn more</a>`],
      [false, `<h2>Links</h2><a href="/jo/">jo</a>`],
      [false, `<h2>Links</h2>${link}<button>Agree</button>`],
      [false, `<h2>Links</h2>`],
    ] as const)
      assert.equal((await seen(`<div role="dialog">${content}</div>`)).dialogs[0]?.isLinkList, isLinkList, content);
    const elsewhere = await seen(`<div role="dialog"><h2>Links</h2>${link}</div>`, '/');
    assert.equal(elsewhere.dialogs[0]?.isLinkList, false, 'the page is not a profile');
  });
});
