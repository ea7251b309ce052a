import { includesAny } from '../page/page-script/elements.script.ts';
import type { PageView } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { quote, type Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

type Credentials = { username: string; password: string };
/**
 * `maxSubmits`: how many times the agent may submit the form. If the form doesn't react, the agent submits it again, because the form might
 * not have received the input. Each time, the agent calls `beforeTyping` before it fills in the form, and stops if `beforeTyping` fails.
 */
export type StoredCredentials = Credentials & { maxSubmits: number; beforeTyping: () => Promise<void> };

type Field = { kind: 'login_user' | 'login_password'; origin: string };

async function fill(site: SiteContext, field: Field, value: string): Promise<boolean> {
  await click(site, field);
  if (!(await isFocused(site, field))) return false;
  const touch = await withKeys(site, field, async () => {
    await site.page.selectAll();
    await site.page.press('Backspace');
    await site.page.type(value);
  });
  return touch === 'done';
}

/** Fills in and submits the sign-in form. Returns false if the form didn't receive the input, so the caller can try again. */
export async function submitForm(site: SiteContext, { username, password }: Credentials): Promise<boolean> {
  const { origin } = new URL(site.base);
  const passwordField: Field = { kind: 'login_password', origin };
  if (!(await fill(site, { kind: 'login_user', origin }, username))) return false;
  if (!(await fill(site, passwordField, password))) return false;
  const touch = await click(site, { kind: 'login_submit' });
  if (touch !== 'missing') return touch === 'done';
  return (await withKeys(site, passwordField, () => site.page.press('Enter'))) === 'done';
}

/**
 * Returns the stop reason for the error that the form shows, or null if the form shows no error. Outside alert elements, only known error
 * texts are recognized.
 */
export function answerOf({ texts, login }: PageView): Stop | null {
  const known = [...texts.wrongPassword, ...texts.signInProblem];
  const said = login.alerts.join(' ') || (includesAny(login.words, known) ? login.words : '');
  if (said === '') return null;
  const isWrong = includesAny(said, texts.wrongPassword);
  return { reason: isWrong ? 'wrong_password' : 'sign_in_refused', detail: isWrong ? null : quote(said) };
}
