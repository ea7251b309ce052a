import { includesAny } from '../page/page-script/elements.script.ts';
import type { PageView, SitePage } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { quote, type Stop } from '../report.ts';

export type Credentials = { username: string; password: string };

const passwordField = { kind: 'login_password' } as const;

async function fill(site: SitePage, kind: 'login_user' | 'login_password', value: string): Promise<boolean> {
  await click(site, { kind });
  if (!(await isFocused(site, { kind }))) return false;
  const touch = await withKeys(site, { kind }, async () => {
    await site.page.selectAll();
    await site.page.press('Backspace');
    await site.page.type(value);
  });
  return touch === 'done';
}

/** False when the form did not receive the input, so it may be tried again. */
export async function submitForm(site: SitePage, { username, password }: Credentials): Promise<boolean> {
  if (!(await fill(site, 'login_user', username))) return false;
  if (!(await fill(site, 'login_password', password))) return false;
  const touch = await click(site, { kind: 'login_submit' });
  if (touch !== 'missing') return touch === 'done';
  return (await withKeys(site, passwordField, () => site.page.press('Enter'))) === 'done';
}

/** The form's error message. Without an alert element, only known words distinguish it from the rest of the page. */
export function answerOf({ texts, login }: PageView): Stop | null {
  const known = [...texts.wrongPassword, ...texts.signInProblem];
  const said = login.alerts.join(' ') || (includesAny(login.words, known) ? login.words : '');
  if (said === '') return null;
  const isWrong = includesAny(said, texts.wrongPassword);
  return { reason: isWrong ? 'wrong_password' : 'sign_in_refused', detail: isWrong ? null : quote(said) };
}
