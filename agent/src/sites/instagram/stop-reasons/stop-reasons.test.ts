import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialogView } from '../page/page.view.ts';
import { isOurMenu, noTriesYet } from '../conversation/profile.steps.ts';
import { stepFor } from '../page/dialogs.ts';
import { en } from '../page/texts/en.texts.ts';
import { es } from '../page/texts/es.texts.ts';
import { ko } from '../page/texts/ko.texts.ts';
import { stopInDialog } from './dialog.stops.ts';
import { stopAt } from './page.stops.ts';

const dialog = (text: string, ...buttons: string[]): DialogView => ({ text, buttons, isNewMessage: false });

test('only known harmless notices with one button are closed', () => {
  assert.deepEqual(stepFor(dialog('Something went wrong Try again later. OK', 'OK'), en), { press: null });
  assert.deepEqual(stepFor(dialog('Se produjo un error Aceptar', 'Aceptar'), es), { press: null });
  assert.deepEqual(stepFor(dialog('문제가 발생했습니다 확인', '확인'), ko), { press: null });
  assert.equal(stepFor(dialog('Your account may be removed', 'OK'), en), 'unexpected');
  assert.equal(stepFor(dialog('Link copied'), en), 'wait', 'a line that goes away by itself');
});

test('after "…", only a dialog with its items is recognized as the menu', () => {
  const opened = { ...noTriesYet(), menuAt: 1 };
  const warning = dialog('We noticed something', 'Learn more', 'Tell us', 'Continue');
  for (const texts of [en, es, ko]) {
    const menu = dialog('', ...texts.profileMenu, 'A', 'B');
    assert.deepEqual(
      [isOurMenu(opened)(menu, texts), isOurMenu(opened)(warning, texts), isOurMenu(noTriesYet())(menu, texts)],
      [true, false, false],
    );
  }
});

test('words that stop an account on a page also stop it in a dialog, with any buttons', () => {
  for (const texts of [en, es, ko]) {
    for (const [words, reason] of [
      [texts.suspended, 'suspended'],
      [texts.automationWarning, 'automation_warning'],
      [texts.codeWanted, 'code_required'],
      [texts.confirmWanted, 'challenge'],
      [texts.rateLimit, 'rate_limited'],
    ] as const) {
      for (const each of words) {
        const found = stopInDialog(dialog(`${each} Read more`, ...texts.notNow), texts);
        assert.deepEqual(found?.reason, reason, each);
      }
    }
  }
  assert.equal(stopInDialog(dialog('Turn on notifications', ...en.notNow), en), null);
  assert.equal(stopInDialog(dialog('We made a change to your account', 'OK', 'Learn more'), en), null, 'in no table');
});

test('a page for the owner is recognized by whole path segments', () => {
  for (const [path, reason] of [
    ['/accounts/login/two_factor', 'code_required'],
    ['/two_step_verification/two_factor/?next=%2F', 'code_required'],
    ['/auth_platform/challengepicker/', 'code_required'],
    ['/auth_platform/codeentry/', 'code_required'],
    ['/auth_platform/recaptcha/', 'captcha'],
    ['/challenge/action/123/', 'challenge'],
    ['/checkpoint/1501092823525282/', 'checkpoint'],
    ['/privacy/consent/', 'consent'],
    ['/consent/?flow=user_cookie_choice', 'consent'],
    ['/accounts/suspended/?next=%2F', 'suspended'],
    ['/accounts/disabled/', 'disabled'],
    ['/accounts/scraping_warning/', 'automation_warning'],
    ['/challengemtv/', null],
    ['/consent.shop/', null],
    ['/direct/t/123/', null],
  ] as const) {
    assert.equal(stopAt(`https://www.instagram.com${path}`), reason, path);
  }
});
