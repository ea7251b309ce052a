import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { buttonsIn, findButton, isVisible } from './elements.script.ts';

/* These functions run inside the page (see elements.script.ts). */

/** Finds the button labeled "Log in" or, if there is none, the form's submit button. */
export function findSubmit(form: ParentNode, locators: Locators, texts: SiteTexts): Element | null {
  const named = findButton(form, locators.button, texts.logIn);
  return named ?? buttonsIn(form, 'button[type="submit"], input[type="submit"]')[0] ?? null;
}

/**
 * Whether this is a sign-in form: a form that asks for a username and password, or only for the password of a remembered account. Forms
 * for signing up or choosing a new password have more fields or several password fields, and may appear at the same URL.
 */
export function isSignInForm(form: Element): boolean {
  const typed = ['text', 'email', 'tel', 'password', 'date', 'number'];
  const fields = [...form.querySelectorAll('input')].filter((field) => typed.includes(field.type) && isVisible(field));
  return fields.length <= 2 && fields.filter((field) => field.type === 'password').length === 1;
}

/** Finds the first visible username field in `part`. */
export function findUserField(locators: Locators, part: Element | Document): Element | null {
  for (const selector of locators.loginUser) {
    const field = [...document.querySelectorAll(selector)].find((each) => isVisible(each) && part.contains(each));
    if (field !== undefined) return field;
  }
  return null;
}

/**
 * Returns the form around a password field. If the field isn't in a form, returns the smallest element around the field that
 * contains the username field and a button.
 */
export function formAround(password: Element, locators: Locators): Element {
  const form = password.closest('form');
  if (form !== null) return form;
  const user = findUserField(locators, document);
  const isWhole = (part: Element): boolean =>
    (user === null || part.contains(user)) && part.querySelector(locators.button) !== null;
  let part = password.parentElement;
  while (part !== null && !isWhole(part)) part = part.parentElement;
  return part ?? document.documentElement;
}

export function findLogin(
  locators: Locators,
  texts: SiteTexts,
  kind: 'login_user' | 'login_password' | 'login_submit',
): Element | null {
  const password = [...document.querySelectorAll(locators.password)].find(isVisible) ?? null;
  const form = password === null ? null : formAround(password, locators);
  if (form !== null && !isSignInForm(form)) return null;
  if (kind === 'login_password') return password;
  if (kind === 'login_submit') return findSubmit(form ?? document, locators, texts);
  return findUserField(locators, form ?? document);
}
