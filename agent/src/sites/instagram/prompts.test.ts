import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialogView } from './page.view.ts';
import { isOurMenu, noTriesYet } from './profile.steps.ts';
import { stepFor } from './prompts.ts';
import { en } from './texts/en.texts.ts';
import { es } from './texts/es.texts.ts';
import { ko } from './texts/ko.texts.ts';

const dialog = (text: string, ...buttons: string[]): DialogView => ({ text, buttons, isNewMessage: false });

test('of notices with one button only those known to be harmless are put away', () => {
  assert.deepEqual(stepFor(dialog('Something went wrong Try again later. OK', 'OK'), en), { press: null });
  assert.deepEqual(stepFor(dialog('Se produjo un error Aceptar', 'Aceptar'), es), { press: null });
  assert.deepEqual(stepFor(dialog('문제가 발생했습니다 확인', '확인'), ko), { press: null });
  assert.equal(stepFor(dialog('Your account may be removed', 'OK'), en), 'unexpected');
  assert.equal(stepFor(dialog('Link copied'), en), 'wait', 'a line that passes by itself');
});

test('after "…" only what looks like its menu is ours', () => {
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
