import { isLoginAnswer } from './answers.js';
import { element, fill, pressable } from './elements.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { LoginView } from '../site/page-data.ts' */

/**
 * @param {LoginView} view
 * @param {Texts} texts
 */
export function startLogin(view, texts) {
  const main = document.getElementById('main');
  /** @param {string} [user] */
  const showForm = (user) => main?.replaceChildren(loginForm(view, texts, user));
  if (view.landing === 'form') return showForm();
  main?.replaceChildren(
    element('section', { class: 'card' }, element('h1', {}, 'Instagram'), ...landing(view, texts, showForm)),
  );
}

/**
 * Returns the content of the landing page, which is shown before the form.
 * @param {LoginView} view
 * @param {Texts} texts
 * @param {(user?: string) => void} showForm
 * @returns {Node[]}
 */
function landing({ landing: kind, hasNewWords, lastUser }, texts, showForm) {
  const open = () => showForm();
  const again = pressable(hasNewWords ? texts.logIntoAnother : texts.useAnotherProfile, open);
  const name = lastUser ?? '';
  if (kind === 'chooser') return [pressable(fill(texts.continueAs, { name }), open), again];
  if (kind === 'marketing') return [element('h2', {}, texts.marketingTitle), pressable(texts.logIn, open)];
  const proceed = () => pressable(texts.continue, () => showForm(name));
  return [element('h2', {}, name), proceed(), proceed(), again, pressable(texts.createAccount, leave)];
}

/**
 * @param {LoginView} view
 * @param {Texts} texts
 * @param {string} [known] A remembered account. The form only asks for its password.
 */
function loginForm(view, texts, known) {
  const isOld = view.names === 'username';
  const names = { email: ['email', 'pass'], username: ['username', 'password'], none: [null, null] }[view.names];
  const user = field('text', isOld ? texts.loginUserOld : texts.loginUser, names[0] ?? null);
  const password = field('password', texts.password, names[1] ?? null);
  const marks = view.hasPlainError ? {} : { role: 'alert', ...(isOld ? { id: 'slfErrorAlert' } : {}) };
  const error = element('p', { class: 'error', ...marks });
  const button = element('button', { type: 'submit', class: 'primary' }, texts.logIn);
  const extra = view.hasExtraButtons ? [pressable('Show', nothing), pressable('Log in with Facebook', leave)] : [];
  button.disabled = true;
  const form = element(
    'form',
    { class: 'card', method: 'post' },
    element('h1', {}, 'Instagram'),
    known === undefined ? user : element('h2', {}, known),
    password,
    ...extra,
    button,
    error,
  );
  form.addEventListener('input', () => {
    button.disabled = (known ?? user.value) === '' || password.value === '';
  });
  /** Submits the form. The server's response contains the next URL or an error. */
  const submit = async () => {
    const answer = await post(
      '/ajax/login',
      { user: known ?? user.value, password: password.value, next: view.next },
      isLoginAnswer,
    );
    if (answer.goTo === undefined) error.textContent = answer.error ?? '';
    else window.location.assign(answer.goTo);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return form;
}

function nothing() {}

function leave() {
  window.location.assign('/accounts/elsewhere/');
}

/**
 * @param {string} type
 * @param {string} label
 * @param {string | null} name
 */
function field(type, label, name) {
  return element('input', {
    type,
    'aria-label': label,
    placeholder: label,
    autocapitalize: 'off',
    autocomplete: 'off',
    ...(name === null ? {} : { name }),
  });
}
