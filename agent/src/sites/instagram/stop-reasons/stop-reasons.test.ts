import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialogView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/pack/page-pack.schema.ts';
import { isOurMenu } from '../conversation/profile.steps.ts';
import { noTriesYet } from '../conversation/profile.tries.ts';
import { stepFor } from '../page/dialogs.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { stopInDialog } from './dialog.stops.ts';
import { stopInWords } from './page.stops.ts';

const textsIn = (code: string): SiteTexts => {
  const language = builtInPack.languages.get(code);
  assert.ok(language !== undefined, code);
  return language.texts;
};
const [en, es, ko, pt] = [textsIn('en'), textsIn('es'), textsIn('ko'), textsIn('pt')];

const dialog = (text: string, ...buttons: string[]): DialogView => ({
  text,
  buttons,
  isNewMessage: false,
  mayBeNewMessage: false,
  isLinkList: false,
});

test('only known harmless notices with one button are closed', () => {
  assert.deepEqual(stepFor(dialog('Something went wrong Try again later. OK', 'OK'), en), { press: null });
  assert.deepEqual(stepFor(dialog('Se produjo un error Aceptar', 'Aceptar'), es), { press: null });
  assert.deepEqual(stepFor(dialog('문제가 발생했습니다 확인', '확인'), ko), { press: null });
  assert.deepEqual(stepFor(dialog('Algo deu errado OK', 'OK'), pt), { press: null });
  assert.equal(stepFor(dialog('Your account may be removed', 'OK'), en), 'unexpected');
  assert.equal(stepFor(dialog('Link copied'), en), 'wait', 'the notice disappears by itself');
});

test('only a dialog with the menu’s items is recognized as the menu after a click on "…"', () => {
  const opened = { ...noTriesYet(), menuAt: 1 };
  const warning = dialog('We noticed something', 'Learn more', 'Tell us', 'Continue');
  for (const texts of [en, es, ko, pt]) {
    const menu = dialog('', ...texts.profileMenu, 'A', 'B');
    assert.deepEqual(
      [isOurMenu(opened)(menu, texts), isOurMenu(opened)(warning, texts), isOurMenu(noTriesYet())(menu, texts)],
      [true, false, false],
    );
  }
});

test('a text that stops the account on a page also stops it in a dialog, whatever buttons the dialog has', () => {
  for (const texts of [en, es, ko, pt]) {
    for (const each of texts.stops) {
      const found = stopInDialog(dialog(`${each} Read more`, ...texts.notNow), texts);
      assert.equal(found?.reason, texts.rateLimit.includes(each) ? 'rate_limited' : stopInWords(each, texts), each);
      assert.ok(found?.reason !== undefined, each);
    }
  }
  assert.equal(stopInDialog(dialog('Turn on notifications', ...en.notNow), en), null);
  assert.equal(
    stopInDialog(dialog('We made a change to your account', 'OK', 'Learn more'), en),
    null,
    'the text is not known',
  );
});
