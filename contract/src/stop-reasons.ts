import type { Reason } from './reason.types.ts';

/* Reasons that put an account on hold. */

const answerAndEndHold = 'Open the account, do what Instagram asks, then choose "End hold".';

/** The advice for an account on hold for a `timed` reason, depending on whether the hold ends automatically. */
export const timedHoldAdvice = {
  ending: 'Let the account rest. It continues automatically.',
  lasting: 'This has happened before, so the account won\'t continue until you open it and choose "End hold".',
};

export const stopReasons = {
  rate_limited: {
    kind: 'stop',
    hold: 'timed',
    text: 'Instagram is slowing this account down.',
    advice: "Let the account rest. The account's page shows whether it continues automatically.",
  },
  code_required: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking for a security code.',
    advice: 'Open the account, enter the code, then choose "End hold".',
  },
  code_by_phone: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking for a security code that it sends by WhatsApp or text message.',
    advice: 'Open the account, enter the code from your phone, then choose "End hold".',
  },
  approval_pending: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is waiting for you to approve this sign-in on another device.',
    advice: 'Approve the sign-in on that device. The agent can\'t do this for you. Then choose "End hold".',
  },
  captcha: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to prove that you are human.',
    advice: answerAndEndHold,
  },
  challenge: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to confirm this account.',
    advice: answerAndEndHold,
  },
  checkpoint: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram has restricted this account until you complete a security check.',
    advice: answerAndEndHold,
  },
  human_check: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram locked this account until you confirm that you are human.',
    advice: 'Open the account and confirm that you are human, then choose "End hold".',
  },
  identity_required: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to prove that this account is yours.',
    advice: 'Open the account and provide what Instagram asks for, such as a photo of your ID. Then choose "End hold".',
  },
  recovery_required: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to recover this account.',
    advice: answerAndEndHold,
  },
  appeal_pending: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is reviewing your appeal for this account.',
    advice: 'Wait for Instagram\'s decision. When the account works again, choose "End hold".',
  },
  password_exposed: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram says that someone else may know this account's password.",
    advice: 'Open the account, change the password, update it in Accounts, then choose "End hold".',
  },
  risky_contact_point: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram says that this account's email address may not be secure.",
    advice: 'Open the account, add another address, then choose "End hold".',
  },
  email_unconfirmed: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram is asking you to confirm this account's email address.",
    advice: 'Open the account, confirm the address, then choose "End hold".',
  },
  birthday_required: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram is asking for this account's date of birth.",
    advice: 'Open the account, enter the date, then choose "End hold".',
  },
  suspended: { kind: 'stop', hold: 'owner', text: 'Instagram suspended this account.', advice: answerAndEndHold },
  disabled: { kind: 'stop', hold: 'owner', text: 'Instagram disabled this account.', advice: answerAndEndHold },
  automation_warning: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram warned this account about automated behavior.',
    advice: 'Open the account and read the warning, then choose "End hold".',
  },
  consent: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to accept its terms.',
    advice: 'Open the account and decide, then choose "End hold".',
  },
  cookie_choice: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking which cookies it may use.',
    advice: 'Open the account and decide, then choose "End hold".',
  },
  ads_choice: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is asking you to choose between ads and a paid subscription.',
    advice: 'Open the account and decide, then choose "End hold".',
  },
  signed_out: {
    kind: 'stop',
    hold: 'owner',
    text: 'The account is signed out of Instagram.',
    advice: 'Open the account and sign in, then choose "End hold".',
  },
  sign_up_shown: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram signed this account out and is showing its sign-up page.',
    advice: 'Open the account and sign in, then choose "End hold".',
  },
  wrong_password: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram didn't accept the stored username and password.",
    advice: 'Correct them in Accounts, then choose "End hold".',
  },
  sign_in_refused: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram refused the sign-in.',
    advice: 'Open the account and sign in, then choose "End hold".',
  },
  sign_in_unclear: {
    kind: 'stop',
    hold: 'owner',
    text: "The sign-in to Instagram didn't finish.",
    advice: 'Open the account and sign in, then choose "End hold".',
  },
  signed_out_repeatedly: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram keeps signing this account out.',
    advice: 'Open the account, see what Instagram wants, and sign in yourself. Then choose "End hold".',
  },
  wrong_account: {
    kind: 'stop',
    hold: 'owner',
    text: 'The Firefox profile is signed in to a different account.',
    advice: 'Sign in to the right account, or correct the Instagram username in Accounts. Then choose "End hold".',
  },
  account_unclear: {
    kind: 'stop',
    hold: 'owner',
    text: "The agent can't tell which account is signed in.",
    advice:
      'Open the account and check. If the right account is signed in, clear the Instagram username in Accounts. Then choose "End hold".',
  },
  same_instagram_account: {
    kind: 'stop',
    hold: 'owner',
    text: 'Another of your accounts is signed in to the same Instagram account.',
    advice: 'Sign one of them in to a different Instagram account, or delete one of them. Then choose "End hold".',
  },
  unsupported_language: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram is set to a language the agent can't send messages in.",
    advice:
      'Open the account and go to instagram.com/language/preferences. Choose English, Portuguese, Spanish or Korean there, then choose "End hold".',
  },
  unreadable_page: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram shows something that the agent can't read in the account's language.",
    advice:
      'Open the account and read what it shows. Set Instagram to English, Portuguese, Spanish or Korean, then choose "End hold".',
  },
  unexpected_pages: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram's pages didn't look as expected for three people, and no message was sent in between.",
    advice: answerAndEndHold,
  },
  own_profile_missing: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram says that the account's own profile doesn't exist.",
    advice: answerAndEndHold,
  },
  many_not_found: {
    kind: 'stop',
    hold: 'owner',
    text: "Ten people in a row weren't found.",
    advice:
      'Search for one of them on Instagram. If that person exists, let the account rest. If not, correct the list. Then choose "End hold".',
  },
  stopped_before: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram stopped this account in an earlier campaign.',
    advice: answerAndEndHold,
  },
  messages_vanish: {
    kind: 'stop',
    hold: 'owner',
    text: "Two messages left the message box but didn't appear in their conversations, and no message was sent in between.",
    advice: 'Open the account and check that it can still send messages. Then choose "End hold".',
  },
  messages_fail: {
    kind: 'stop',
    hold: 'owner',
    text: "Three messages weren't delivered, and no message was sent in between.",
    advice: 'Open the account and check that it can still send messages. Then choose "End hold".',
  },
} as const satisfies Record<string, Reason>;
