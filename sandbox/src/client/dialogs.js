import { isAnything } from './answers.js';
import { element, icon, pressable } from './elements.js';
import { recordTyping } from './checkpoint.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { DialogName } from '../site/page-data.ts' */

/**
 * Shows a dialog on top of the page. Returns a function that removes the dialog.
 * @param {{ label: string, content: (close: () => void) => Node[] }} dialog
 */
export function raiseDialog({ label, content }) {
  const cover = element('div', { class: 'cover' });
  const close = () => cover.remove();
  const box = element(
    'div',
    { role: 'dialog', 'aria-label': label, 'aria-modal': 'true', class: 'dialog' },
    ...content(close),
  );
  cover.append(box);
  document.body.append(cover);
  return close;
}

/**
 * Shows a prompt. Its first button has focus, so pressing Enter by accident accepts the prompt.
 * @param {{ title: string, hint: string, accept: string, decline: string }} text
 */
function raisePrompt({ title, hint, accept, decline }) {
  void post('/ajax/prompt', { event: 'raised' }, isAnything);
  raiseDialog({
    label: title,
    content: (close) => {
      /** @param {'accepted' | 'dismissed'} event */
      const answer = (event) => {
        close();
        void post('/ajax/prompt', { event }, isAnything);
      };
      const yes = element('button', { type: 'button', class: 'primary', onclick: () => answer('accepted') }, accept);
      const no = element('button', { type: 'button', onclick: () => answer('dismissed') }, decline);
      queueMicrotask(() => yes.focus());
      return [element('h2', {}, title), element('p', {}, hint), yes, no];
    },
  });
}

/** @param {Texts} texts */
export function raiseNotifications(texts) {
  raisePrompt({
    title: texts.notificationsTitle,
    hint: texts.notificationsHint,
    accept: texts.turnOn,
    decline: texts.notNowCapital,
  });
}

/**
 * @param {{ title: string, lines: string[], buttons: string[] }} notice
 */
function raiseNotice({ title, lines, buttons }) {
  raiseDialog({
    label: title,
    content: (close) => [
      element('h2', {}, title),
      ...lines.map((line) => element('p', {}, line)),
      ...buttons.map((label) => element('button', { type: 'button', onclick: close }, label)),
    ],
  });
}

/** @param {string} text */
function raiseToast(text) {
  document.body.append(element('div', { role: 'alert', class: 'toast' }, text));
}

/**
 * @param {Texts} texts
 * @param {string[]} buttons
 */
function raiseCookies(texts, buttons) {
  raiseNotice({ title: texts.cookieTitle, lines: [texts.cookieHint], buttons });
}

/**
 * @param {DialogName} name
 * @param {Texts} texts
 */
export function raiseNamed(name, texts) {
  switch (name) {
    case 'notifications':
      return raiseNotifications(texts);
    case 'save_login':
      return raisePrompt({
        title: texts.saveLoginTitle,
        hint: texts.saveLoginHint,
        accept: texts.saveInfo,
        decline: texts.notNow,
      });
    case 'cookie_dialog':
      return raiseCookies(texts, [texts.cookieDecline, texts.cookieAllow]);
    case 'cookie_dialog_2022':
      return raiseCookies(texts, [texts.cookieEssential, texts.cookieBoth]);
    case 'cookie_dialog_2020':
      return raiseCookies(texts, [texts.cookieAccept]);
    case 'harmless_try_again':
      return raiseNotice({ title: texts.somethingWrong, lines: [texts.harmlessTryAgain], buttons: [texts.ok] });
    case 'quiet_mode_notice':
      return raiseNotice({ title: texts.quietTitle, lines: [texts.quietHint], buttons: [texts.ok] });
    case 'meta_accounts_notice':
      return raiseNotice({ title: texts.metaAccountsTitle, lines: [texts.metaAccountsHint], buttons: [texts.ok] });
    case 'strange_notice':
      return raiseNotice({
        title: 'Accounts Center',
        lines: ['We made a change to your account.'],
        buttons: [texts.ok],
      });
    case 'strange_form':
      return raiseStrangeForm(texts);
    case 'rate_limit':
      return raiseNotice({ title: texts.tryAgainLater, lines: [texts.weLimit], buttons: [texts.tellUs, texts.ok] });
    case 'rate_limit_restrict':
      return raiseNotice({ title: texts.tryAgainLater, lines: [texts.weRestrict], buttons: [texts.tellUs, texts.ok] });
    case 'action_blocked':
      return raiseNotice({
        title: texts.actionBlocked,
        lines: [texts.actionBlockedHint, texts.weRestrict],
        buttons: [texts.tellUs, texts.ok],
      });
    case 'wait_few_minutes':
      return raiseToast(texts.waitFewMinutes);
    case 'daily_limit':
      return raiseNotice({ title: texts.dailyLimit, lines: [texts.dailyLimitHint], buttons: [texts.ok] });
  }
}

/** @param {Texts} texts */
function raiseStrangeForm(texts) {
  raiseDialog({
    label: 'Nickname',
    content: (close) => {
      const form = element('div', {}, element('h2', {}, 'Nickname'), element('input', { type: 'text' }));
      recordTyping(form);
      return [
        form,
        element('button', { type: 'button', onclick: close }, texts.ok),
        element('button', {}, texts.cancel),
      ];
    },
  });
}

/**
 * Shows a menu that Escape closes. Until its items arrive, the menu shows a spinner.
 * @param {string} label
 * @param {{ label: string, onPress: () => void }[]} items
 * @param {number} [delayMs]
 */
export function raiseMenu(label, items, delayMs = 0) {
  const content = element('div', { class: 'menu' }, element('div', { role: 'progressbar', 'aria-label': '…' }));
  const close = raiseDialog({ label, content: () => [content] });
  const show = () =>
    content.replaceChildren(
      ...items.map((item) => {
        const choose = () => {
          close();
          item.onPress();
        };
        return pressable(item.label, choose, { class: 'item' });
      }),
    );
  if (delayMs === 0) show();
  else setTimeout(show, delayMs);
  closeOnEscape(close);
}

/**
 * Asks which kind of message to send to a business.
 * @param {string} person
 * @param {Texts} texts
 * @param {() => void} onRequest
 */
export function raiseInterstitial(person, texts, onRequest) {
  raiseDialog({
    label: texts.partnershipTitle,
    content: (close) => [
      element('h2', {}, texts.partnershipTitle),
      element('p', {}, texts.partnershipHint),
      pressable(texts.sendPrioritised, () => {
        close();
        void post('/ajax/direct/prioritised', { person }, isAnything);
      }),
      pressable(texts.sendRequest, () => {
        close();
        onRequest();
      }),
    ],
  });
}

/**
 * Shows a profile's links in a dialog on top of the profile.
 * @param {Texts} texts
 */
export function raiseLinks(texts) {
  const link = (/** @type {string} */ host) => element('a', { href: `https://${host}/`, role: 'link' }, host);
  const close = raiseDialog({
    label: texts.links,
    content: (closeLinks) => [
      element('h2', {}, texts.links),
      pressable(icon('close', texts.close), closeLinks),
      link('shop.example'),
      link('blog.example'),
    ],
  });
  closeOnEscape(close);
}

/** @param {() => void} close */
export function closeOnEscape(close) {
  document.addEventListener('keydown', function onKey(event) {
    if (event.key !== 'Escape') return;
    document.removeEventListener('keydown', onKey);
    close();
  });
}
