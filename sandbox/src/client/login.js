import { isLoginAnswer } from './answers.js';
import { element, pressable } from './elements.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { LoginView } from '../site/page-data.ts' */

/**
 * @param {LoginView} view
 * @param {Texts} texts
 */
export function startLogin(view, texts) {
  const main = document.getElementById('main');
  const showForm = () => main?.replaceChildren(loginForm(view, texts));
  if (view.landing === 'form') return showForm();
  const open = pressable(texts.logIn, showForm);
  const again = pressable(texts.useAnotherProfile, showForm);
  const proceed = pressable(texts.continueAs.replace('{name}', view.lastUser ?? ''), showForm);
  const choices = view.landing === 'chooser' ? [proceed, again] : [element('h2', {}, texts.marketingTitle), open];
  main?.replaceChildren(element('section', { class: 'gate' }, element('h1', {}, 'Instagram'), ...choices));
}

/**
 * @param {LoginView} view
 * @param {Texts} texts
 */
function loginForm(view, texts) {
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
    { class: 'gate', method: 'post' },
    element('h1', {}, 'Instagram'),
    user,
    password,
    ...extra,
    button,
    error,
  );
  form.addEventListener('input', () => {
    button.disabled = user.value === '' || password.value === '';
  });
  /** The server decides where to go next. */
  const submit = async () => {
    const answer = await post(
      '/ajax/login',
      { user: user.value, password: password.value, next: view.next },
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
