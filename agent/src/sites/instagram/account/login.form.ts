import { includesAny } from '../page/page-script/elements.script.ts';
import type { PageView } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { quote, type Stop } from '../report.ts';
import type { SiteContext } from '../site.context.ts';

type Credentials = { username: string; password: string };
/**
 * `maxSubmits`: how many times the agent may submit the form. If the form doesn't react, the agent submits it again, because the form might
 * not have received the input. Each time, the agent calls `beforeTyping` right before it types, and stops if `beforeTyping` fails.
 */
export type StoredCredentials = Credentials & { maxSubmits: number; beforeTyping: () => Promise<void> };

type Field = { kind: 'login_user' | 'login_password'; origin: string };

/** Focuses the field. Returns false if that fails, or null if the form doesn't have the field. */
async function focus(site: SiteContext, field: Field): Promise<boolean | null> {
  const touch = await click(site, field);
  return touch === 'missing' ? null : isFocused(site, field);
}

async function fill(site: SiteContext, field: Field, value: string): Promise<boolean> {
  const touch = await withKeys(site, field, async () => {
    await site.page.selectAll();
    await site.page.press('Backspace');
    await site.page.type(value);
  });
  return touch === 'done';
}

/**
 * Fills in and submits the sign-in form. `lost`: the form didn't receive the input, so the caller can try again. `nameless`: the form asks
 * only for the password of a remembered account, which may be another one, so nothing was typed.
 */
export async function submitForm(
  site: SiteContext,
  { username, password, beforeTyping }: Credentials & Pick<StoredCredentials, 'beforeTyping'>,
): Promise<'submitted' | 'lost' | 'nameless'> {
  const { origin } = new URL(site.base);
  const userField: Field = { kind: 'login_user', origin };
  const passwordField: Field = { kind: 'login_password', origin };
  const isReady = await focus(site, userField);
  if (isReady !== true) return isReady === null ? 'nameless' : 'lost';
  await beforeTyping();
  if (!(await fill(site, userField, username))) return 'lost';
  if ((await focus(site, passwordField)) !== true || !(await fill(site, passwordField, password))) return 'lost';
  const clicked = await click(site, { kind: 'login_submit' });
  const enter = () => withKeys(site, passwordField, () => site.page.press('Enter'));
  return (clicked === 'missing' ? await enter() : clicked) === 'done' ? 'submitted' : 'lost';
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
