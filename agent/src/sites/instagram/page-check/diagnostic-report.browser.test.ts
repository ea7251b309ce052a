import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnosticReportMaxLength } from '@sandpiper/contract/limits';
import { openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import { agentVersion } from '../../../version.ts';
import { diagnosticReport } from './diagnostic-report.ts';

describe('a diagnostic report', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  const showPage = (html: string): Promise<unknown> =>
    session.page.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
  const report = () => diagnosticReport(session, 'The inbox shows no list of conversations.');

  const secrets = ['wrenfield', 'Quillborough', 'zephyrine', 'Marmaduke', 'rendezvous', 'lighthouse'];
  for (const [state, address, visible, missing, timing] of [
    ['inbox_unnamed', '/direct/inbox', [0, 1, 3, 5], 'The inbox shows no list of conversations.', { stepMs: 3000 }],
    [
      'composer_unknown',
      '/direct/t/*',
      [0, 1, 2, 3, 4, 5],
      'The agent opened a conversation but found no message box.',
      {},
    ],
  ] as const) {
    test(`contains the structure of a page and the versions of the agent, page pack and Firefox, but no names and nothing that anyone wrote: ${state}`, async () => {
      await session.page.open('about:blank');
      const messages = [
        { account: 'wrenfield', from: 'me', text: 'rendezvous' },
        { account: 'wrenfield', from: 'them', text: 'lighthouse' },
      ] as const;
      await session.sandbox.reset({
        accounts: [{ username: 'wrenfield', password: 'secret', name: 'Quillborough', unread: 2, states: [state] }],
        // The check reports only what is missing in two conversations.
        people: [
          { username: 'zephyrine', name: 'Marmaduke', messages: [...messages] },
          { username: 'zephyrine.two', name: 'Marmaduke Two', messages: [...messages] },
        ],
        time_scale: timeScale,
      });
      await session.enter('wrenfield');
      const found = await session.within(timing).checkPages(session.page, 'wrenfield');
      assert.ok(found.state === 'drifted' && found.diagnostics !== null);
      const { diagnostics } = found;
      const page = String(await session.page.read('document.documentElement.outerHTML'));
      for (const index of visible)
        assert.ok(page.includes(secrets[index] ?? assert.fail()), `${secrets[index]} is on the page`);
      for (const secret of secrets) assert.ok(!diagnostics.includes(secret), secret);
      const lines = diagnostics.split('\n');
      for (const line of [
        `Problem: ${missing}`,
        `Agent: ${agentVersion}`,
        `Page pack: ${session.pack.version}`,
        `Page: ${address}`,
        'Language: en',
      ])
        assert.ok(lines.includes(line), line);
      assert.match(diagnostics, /^Firefox: \d+\.\d/mu);
      assert.match(diagnostics, /^\d+ main \d+x\d+ role=main$/mu);
    });
  }

  test('contains no names, wherever they are on the page', async () => {
    const name = 'annasecret';
    const planted = [
      'id',
      'class',
      'title',
      'alt',
      'href',
      'src',
      'name',
      'type',
      'role',
      'placeholder',
      'value',
      'lang',
      'style',
      'aria-label',
      'aria-description',
      'data-pagelet',
      'data-testid',
      `data-${name}`,
      `aria-${name}`,
      name,
    ]
      .map((attribute) => `${attribute}="${name}"`)
      .join(' ');
    const kinds = ['div', 'a', 'img', 'input', 'textarea', 'button', 'svg', 'time', `x-${name}`, name];
    const elements = kinds.map((kind) => `<${kind} ${planted}>${name}</${kind}>`).join('');
    await showPage(
      `<html lang="${name}"><head><title>${name}</title></head><body ${planted}><!--${name}-->${elements}`,
    );
    const text = await report();
    assert.ok(!text.toLowerCase().includes(name), text);
    assert.match(text, /role=other/u);
  });

  test('shows which elements exist, how large they are and whether they are visible', async () => {
    await showPage(`<html lang="en"><body style="margin:0">
      <div data-pagelet="IGDMessagesList" style="width:300px;height:40px"></div>
      <div style="display:none"><p>hidden</p></div>
      <input name="queryBox" type="text" style="width:100px;height:20px;box-sizing:border-box">`);
    const text = await report();
    assert.match(text, /^1 div 300x40 pagelet=IGDMessagesList$/mu);
    assert.match(text, /^1 div 0x0 hidden$/mu);
    assert.ok(!text.includes(' p '), 'elements inside hidden elements are left out');
    assert.match(text, /^1 input 100x20 type=text name=queryBox$/mu);
  });

  test('stays within the size limit, and shows how much it leaves out', async () => {
    await showPage('<body></body>');
    await session.page.read(`for (let at = 0; at < 20000; at += 1) {
      const part = document.createElement('button');
      part.setAttribute('role', at % 2 ? 'listitem' : 'menuitemcheckbox');
      for (const name of ['aria-label', 'aria-expanded', 'aria-haspopup', 'tabindex', 'title']) part.setAttribute(name, 'x');
      document.body.append(part);
    } void 0`);
    const text = await report();
    assert.ok(text.length <= diagnosticReportMaxLength, `${text.length}`);
    assert.ok(text.length > diagnosticReportMaxLength / 2, `${text.length}`);
    assert.match(text, /^… \d+ more lines$/mu);
    assert.match(text, /^Elements: 20000 in total, 6000 read/mu);
  });
});
