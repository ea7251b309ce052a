import type { CheckpointName } from '../../faults/fault.catalog.ts';
import type { Texts } from '../../texts/en.ts';

type TextKey = keyof Texts;

export interface CheckpointField {
  name: string;
  label: TextKey;
  type: 'text' | 'email' | 'tel' | 'date' | 'file' | 'password';
}

export interface Checkpoint {
  /** The URL that other pages redirect to, including its query. */
  address: string;
  /** Other URLs that show the same checkpoint. */
  aliases?: readonly string[];
  /** Whether the checkpoint appears at the URL of the requested page. If not, the requested page redirects to `address`. */
  isInPlace?: boolean;
  title: TextKey;
  lines: readonly TextKey[];
  fields?: readonly CheckpointField[];
  /** Buttons that clear the checkpoint. */
  buttons?: readonly TextKey[];
  /** A button that does nothing in the sandbox, because only Instagram could react to it. */
  deadButton?: TextKey;
  /** Whether the session has ended. Signing in again clears the checkpoint. */
  isSignedOut?: boolean;
  /** Whether the page continues automatically once the checkpoint is cleared. */
  waits?: boolean;
}

const code: readonly CheckpointField[] = [{ name: 'code', label: 'code', type: 'text' }];
const newPasswords: readonly CheckpointField[] = [
  { name: 'new_password', label: 'newPassword', type: 'password' },
  { name: 'new_password_again', label: 'newPasswordAgain', type: 'password' },
];
const riskyContact: Omit<Checkpoint, 'address'> = {
  title: 'riskyContactTitle',
  lines: ['riskyContactHint'],
  fields: [{ name: 'email', label: 'email', type: 'email' }],
  buttons: ['next'],
};

/** The page of each checkpoint. Checkpoints with the same path differ in their text. */
export const checkpoints: Record<CheckpointName, Checkpoint> = {
  challenge: {
    address: '/challenge/?next=%2F',
    title: 'challengeTitle',
    lines: ['challengeHint'],
    buttons: ['thisWasMe'],
  },
  checkpoint: {
    address: '/checkpoint/?next=%2F',
    title: 'checkpointTitle',
    lines: ['checkpointHint'],
    buttons: ['confirm'],
  },
  captcha: {
    address: '/auth_platform/recaptcha/?next=%2F',
    title: 'captchaTitle',
    lines: ['captchaHint'],
    buttons: ['confirm'],
  },
  suspended: { address: '/accounts/suspended/', title: 'suspendedTitle', lines: ['suspendedHint'] },
  disabled: { address: '/accounts/disabled/', title: 'disabledTitle', lines: ['disabledHint'] },
  scraping_warning: {
    address: '/accounts/scraping_warning/?challenge_context=AWx7&next=%2F',
    title: 'scrapingTitle',
    lines: ['scrapingHint'],
    buttons: ['dismiss'],
  },
  consent: {
    address: '/consent/?flow=user_cookie_choice',
    aliases: ['/privacy/consent'],
    title: 'consentTitle',
    lines: ['consentHint'],
    buttons: ['agree'],
  },
  unusual_login: {
    address: '/challenge/unusual_login/',
    title: 'unusualLoginTitle',
    lines: ['challengeHint'],
    buttons: ['thisWasMe'],
  },
  change_password: {
    address: '/challenge/change_password/',
    title: 'changePasswordTitle',
    lines: ['changePasswordHint'],
    fields: newPasswords,
    buttons: ['confirm'],
  },
  challenge_picker: {
    address: '/auth_platform/challengepicker/',
    title: 'emailCodeTitle',
    lines: ['challengeHint'],
    buttons: ['confirm'],
  },
  risky_contact: { ...riskyContact, address: '/accounts/update_risky_contactpoint/?challenge_context=AWx7&next=%2F' },
  risky_contact_challenge: { ...riskyContact, address: '/challenge/action/update_risky_contactpoint/' },
  email_signup: {
    address: '/accounts/emailsignup/?next=%2F',
    title: 'signUpTitle',
    lines: ['signUpHint'],
    fields: [
      { name: 'email', label: 'signUpContact', type: 'text' },
      { name: 'password', label: 'password', type: 'password' },
      { name: 'fullName', label: 'fullName', type: 'text' },
      { name: 'username', label: 'username', type: 'text' },
    ],
    deadButton: 'signUp',
    isSignedOut: true,
  },
  birthday: {
    address: '/accounts/birthday/?next=%2F',
    title: 'birthdayTitle',
    lines: ['birthdayHint'],
    fields: [{ name: 'birthday', label: 'birthday', type: 'date' }],
    buttons: ['next'],
  },
  confirm_email: {
    address: '/accounts/confirm_email/AWx7/?next=%2F',
    title: 'enterConfirmationCode',
    lines: ['confirmEmailHint'],
    fields: code,
    buttons: ['confirm'],
  },
  account_recovery: {
    address: '/account_recovery/?next=%2F',
    title: 'recoveryTitle',
    lines: ['recoveryHint'],
    buttons: ['continue'],
  },
  human_check: {
    address: '/accounts/suspended/?next=%2F',
    title: 'humanTitle',
    lines: ['humanHint'],
    buttons: ['continue'],
  },
  appeal_submitted: { address: '/accounts/suspended/?next=%2F', title: 'appealTitle', lines: ['appealHint'] },
  whatsapp_code: {
    address: '/auth_platform/codeentry/?apc=AWx7',
    title: 'whatsappTitle',
    lines: ['whatsappHint'],
    fields: code,
    buttons: ['continue'],
  },
  sms_code: {
    address: '/auth_platform/codeentry/?apc=AWx7',
    title: 'smsTitle',
    lines: ['enterConfirmationCode'],
    fields: code,
    buttons: ['continue'],
  },
  phone_number: {
    address: '/auth_platform/phone/?apc=AWx7',
    title: 'phoneTitle',
    lines: ['phoneHint'],
    fields: [{ name: 'phone', label: 'phoneTitle', type: 'tel' }],
    buttons: ['continue'],
  },
  choose_confirmation: {
    address: '/auth_platform/challengepicker/?apc=AWx7',
    title: 'chooseConfirmTitle',
    lines: ['chooseConfirmHint'],
    buttons: ['continue'],
  },
  approve_device: {
    address: '/auth_platform/approval/?apc=AWx7',
    title: 'approveTitle',
    lines: ['approveHint'],
    waits: true,
  },
  upload_id: {
    address: '/challenge/identity/?next=%2F',
    title: 'identityTitle',
    lines: ['uploadId', 'uploadIdHint'],
    fields: [{ name: 'document', label: 'uploadId', type: 'file' }],
    buttons: ['next'],
  },
  password_shared: {
    address: '/challenge/compromised/?next=%2F',
    title: 'compromisedTitle',
    lines: ['compromisedHint', 'someoneHasPassword'],
    fields: [{ name: 'old_password', label: 'oldPassword', type: 'password' }, ...newPasswords],
    buttons: ['changePassword'],
  },
  restriction_warning: {
    address: '/accounts/scraping_warning/',
    isInPlace: true,
    title: 'restrictionTitle',
    lines: [],
    buttons: ['dismiss'],
  },
  consent_cookies: {
    address: '/consent/?flow=user_cookie_choice_v2&next=%2F',
    title: 'cookieTitle',
    lines: ['cookieHint'],
    buttons: ['cookieDecline', 'cookieAllow'],
  },
  consent_ads: {
    address: '/consent/?flow=ad_free_subscription_blocking_flow&next=%2F',
    title: 'adsTitle',
    lines: ['adsHint'],
    buttons: ['getStarted'],
  },
  consent_terms: {
    address: '/consent/?flow=terms_review&next=%2F',
    title: 'manageDataTitle',
    lines: ['reviewAndAgree'],
    buttons: ['agree'],
  },
};

/** Returns a URL's path without the query and the trailing slash. */
export function pathOf(address: string): string {
  return address.replace(/\/?(\?.*)?$/u, '');
}

export function pathsOf({ address, aliases = [] }: Checkpoint): string[] {
  return [pathOf(address), ...aliases];
}

export function checkpointPaths(): string[] {
  return Object.values(checkpoints).flatMap(pathsOf);
}
