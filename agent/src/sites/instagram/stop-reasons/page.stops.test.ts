import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf, type StopReason } from '@sandpiper/contract/reasons';
import { mayTypeCredentials } from '../page/address.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { stopTextKeys, type SiteTexts, type StopTextKey } from '../page/pack/page-pack.schema.ts';
import { stopOn } from './dialog.stops.ts';
import { isVague, ownerOnlyPage, stopAt, unexpectedPage } from './page.stops.ts';
import { withTexts, type PageView } from '../page/page.view.ts';

const base = 'https://www.instagram.com';

/** Returns a page without the site's navigation. */
function pageAt(path: string, main = '', language = 'en'): PageView {
  const seen = {
    url: base + path,
    language,
    isReady: true,
    login: { hasPassword: false, canBegin: false, hasLink: false, hasNoViewer: false, words: '', alerts: [] },
    hasInboxLink: false,
    dialogs: [],
    main,
    profile: null,
    chats: [],
    search: null,
    badge: null,
  };
  return withTexts(seen, builtInPack);
}

const full = ['en', 'es', 'ko', 'pt'];

/** The stop reason for each text key, in the order in which the agent looks for the texts on a page. */
const said: Record<StopTextKey, StopReason> = {
  suspended: 'suspended',
  disabled: 'disabled',
  appealPending: 'appeal_pending',
  automationWarning: 'automation_warning',
  riskyContact: 'risky_contact_point',
  passwordExposed: 'password_exposed',
  identityWanted: 'identity_required',
  confirmHuman: 'human_check',
  codeByPhone: 'code_by_phone',
  codeWanted: 'code_required',
  recoveryWanted: 'recovery_required',
  confirmWanted: 'challenge',
  termsWanted: 'consent',
  signUpPage: 'sign_up_shown',
};

const textsIn = (language: string): SiteTexts => builtInPack.languages.get(language)?.texts ?? builtInPack.english;

test('a page that only the account’s owner can get past is recognized by whole path segments of its URL', () => {
  for (const [path, reason] of [
    ['/accounts/login/two_factor', 'code_required'],
    ['/two_step_verification/two_factor/?next=%2F', 'code_required'],
    ['/auth_platform/challengepicker/', 'code_required'],
    ['/auth_platform/codeentry/', 'code_required'],
    ['/auth_platform/recaptcha/', 'captcha'],
    ['/challenge/action/123/', 'challenge'],
    ['/checkpoint/1501092823525282/', 'checkpoint'],
    ['/privacy/consent/', 'consent'],
    ['/consent/?flow=another_question', 'consent'],
    ['/consent/?flow=user_cookie_choice_v2', 'cookie_choice'],
    ['/consent/?flow=ad_free_subscription_blocking_flow', 'ads_choice'],
    ['/accounts/disabled/', 'disabled'],
    ['/accounts/scraping_warning/?challenge_context=1&next=%2F', 'automation_warning'],
    ['/accounts/update_risky_contactpoint/?challenge_context=1', 'risky_contact_point'],
    ['/challenge/action/update_risky_contactpoint/1/', 'risky_contact_point'],
    ['/accounts/emailsignup/?next=', 'sign_up_shown'],
    ['/accounts/birthday/', 'birthday_required'],
    ['/accounts/confirm_email/abc/', 'email_unconfirmed'],
    ['/account_recovery/', 'recovery_required'],
    ['/challengemtv/', null],
    ['/consent.shop/', null],
    ['/account_recovery.tips/', null],
    ['/accounts/birthdays/', null],
    ['/direct/t/123/', null],
  ] as const)
    for (const language of ['en', 'fi', '']) assert.equal(stopAt(pageAt(path, '', language)), reason, path);
});

test('pages that share a URL are told apart by their texts', () => {
  for (const [path, words, reason] of [
    [
      '/accounts/suspended/',
      "Confirm you're human to use your account. Takes about 30 seconds. Continue",
      'human_check',
    ],
    ['/accounts/suspended/', "We suspended your account. Confirm you're human to ask for a review.", 'suspended'],
    ['/accounts/suspended/', 'You submitted an appeal', 'appeal_pending'],
    ['/accounts/suspended/', 'Something new', 'checkpoint'],
    ['/auth_platform/afad/', 'Check your notifications on another device', 'approval_pending'],
    ['/auth_platform/codeentry/', 'Check your WhatsApp messages', 'code_by_phone'],
    ['/auth_platform/codeentry/', 'Check your email. Enter the code we sent to a***@b.example', 'code_required'],
    ['/auth_platform/codeentry/', 'Approve a code? Check your email', 'code_required'],
    ['/challenge/1/', 'Upload your ID', 'identity_required'],
    ['/challenge/1/', 'Suspicious Login Attempt', 'challenge'],
    ['/checkpoint/1/', "Help us confirm it's you", 'checkpoint'],
    ['/checkpoint/1/', 'Approve this?', 'checkpoint'],
  ] as const)
    assert.equal(stopAt(pageAt(path, words)), reason, `${path} ${words}`);
});

test('a page at a shared URL is unclear until it shows a known text', () => {
  assert.equal(isVague(pageAt('/accounts/suspended/')), true);
  assert.equal(isVague(pageAt('/accounts/suspended/', 'Jotain muuta', 'fi')), true);
  assert.equal(isVague(pageAt('/accounts/suspended/', "Confirm you're human")), false);
  assert.equal(isVague(pageAt('/challenge/1/', 'Suspicious Login Attempt')), false);
  assert.equal(isVague(pageAt('/accounts/disabled/')), false, 'the URL is specific enough');
  assert.equal(isVague(pageAt('/challenge/action/update_risky_contactpoint/')), false, 'the URL is specific enough');
  assert.equal(isVague(pageAt('/')), false);
});

test('a page whose URL reveals nothing is recognized by its text, in every language whose texts are known', () => {
  for (const language of full) {
    for (const key of stopTextKeys) {
      for (const words of textsIn(language)[key]) {
        const found = ownerOnlyPage(pageAt('/', `… ${words} …`, language));
        assert.deepEqual(found, { reason: said[key], detail: null }, `${language} ${key} ${words}`);
      }
    }
  }
  const feed = { ...pageAt('/', "Confirm you're human"), hasInboxLink: true };
  assert.equal(ownerOnlyPage(feed), null, 'other people may have written the text');
});

test('each page that stops an account has its own reason, with advice and a hold that lasts until the owner acts', () => {
  const reasons = new Set<StopReason>([...Object.values(said), 'approval_pending', 'birthday_required']);
  assert.equal(reasons.size, stopTextKeys.length + 2);
  const sentences = [...reasons].map((reason) => reasonOf(reason));
  assert.equal(new Set(sentences.map(({ text }) => text)).size, reasons.size);
  for (const { text, advice, hold } of sentences) assert.ok(hold === 'owner' && advice !== '', text);
  for (const reason of ['approval_pending', 'appeal_pending'] as const)
    assert.match(
      reasonOf(reason).advice,
      /^(?:Approve the sign-in on that device|Wait for Instagram)/u,
      'the advice names the only thing that helps',
    );
});

test('a page that says that Instagram is broken is treated as a page that failed to load', () => {
  assert.equal(
    unexpectedPage(pageAt('/alice/', "Sorry, something went wrong. We're working on getting this fixed.")),
    null,
  );
  assert.notEqual(unexpectedPage(pageAt('/alice/', 'A page that nobody has seen before')), null);
});

test('credentials are typed only into the sign-in form', () => {
  for (const path of [
    '/',
    '',
    '/accounts/login/',
    '/accounts/login',
    '/accounts/login/?next=%2Faccounts%2Femailsignup%2F',
  ])
    assert.equal(mayTypeCredentials(base, base + path), true, path);
  for (const path of [
    '/accounts/emailsignup/',
    '/accounts/login/two_factor',
    '/accounts/password/reset/',
    '/alice/',
    '/challenge/1/',
  ])
    assert.equal(mayTypeCredentials(base, base + path), false, path);
  assert.equal(mayTypeCredentials(base, 'https://www.instagram.example/accounts/login/'), false);
  assert.equal(mayTypeCredentials(base, 'about:blank'), false);
});

test('an account is signed out if a page is for visitors, in every language', () => {
  const page = (path: string, signs: Partial<PageView['login']>, rest: Partial<PageView> = {}): string | undefined => {
    const view = pageAt(path, '', 'de');
    return stopOn({ ...view, ...rest, login: { ...view.login, ...signs } })?.reason;
  };
  const profile = { handle: 'mia', hasMessage: false, hasOptions: false };
  assert.equal(page('/mia/', { hasLink: true }), 'signed_out', 'the page has a link to the sign-in form');
  assert.equal(page('/mia/', { hasNoViewer: true }, { profile }), 'signed_out', 'the profile has no viewer');
  assert.equal(page('/', { hasNoViewer: true }), 'signed_out', 'the home page has no viewer');
  const main = 'Sorry, something went wrong';
  assert.equal(stopOn({ ...pageAt('/', main), login: { ...pageAt('/').login, hasNoViewer: true } }), null, main);
  assert.equal(page('/mia/', { hasNoViewer: true }), undefined, 'this may be a page that asks for something');
  assert.equal(page('/', { hasLink: true }, { hasInboxLink: true }), undefined);
});

test('a warning on the sign-in form stops the account, instead of the form', () => {
  const form = pageAt('/accounts/login/', 'Log in');
  const text = 'Please wait a few minutes before you try again.';
  const warning = { text, buttons: [], isNewMessage: false, mayBeNewMessage: false, isLinkList: false };
  assert.equal(stopOn(form)?.reason, 'signed_out');
  assert.equal(stopOn({ ...form, dialogs: [warning] })?.reason, 'rate_limited');
});
