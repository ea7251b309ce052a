/** A page that only the account's owner may pass, with the reason it is reported under and a sentence for the user. */
export type Gate = { reason: string; detail: string };

const gates: { at: RegExp; gate: Gate }[] = [
  {
    at: /^\/(accounts\/login\/(two_factor|two_step_verification)|two_step_verification)(\/|$)/u,
    gate: { reason: 'code_required', detail: 'Instagram asks for a security code. Open the account and enter it.' },
  },
  {
    at: /^\/auth_platform\/recaptcha(\/|$)/u,
    gate: {
      reason: 'captcha',
      detail: 'Instagram wants to know that a person is there. Open the account and answer it.',
    },
  },
  {
    at: /^\/auth_platform(\/|$)/u,
    gate: {
      reason: 'code_required',
      detail: 'Instagram sent a code by mail or text message. Open the account and enter it.',
    },
  },
  {
    at: /^\/challenge(\/|$)/u,
    gate: {
      reason: 'challenge',
      detail: 'Instagram asks for a confirmation of the sign-in. Open the account and answer it.',
    },
  },
  {
    at: /^\/checkpoint(\/|$)/u,
    gate: {
      reason: 'checkpoint',
      detail: 'Instagram stopped the account at a checkpoint. Open the account and follow what it says.',
    },
  },
  { at: /^\/accounts\/suspended(\/|$)/u, gate: { reason: 'suspended', detail: 'Instagram suspended this account.' } },
  { at: /^\/accounts\/disabled(\/|$)/u, gate: { reason: 'disabled', detail: 'Instagram disabled this account.' } },
  {
    at: /^\/accounts\/scraping_warning(\/|$)/u,
    gate: {
      reason: 'automation_warning',
      detail:
        'Instagram warned this account about automated behaviour. Open the account and read the warning before you go on.',
    },
  },
  {
    at: /^(\/privacy)?\/consent(\/|$)/u,
    gate: { reason: 'consent', detail: 'Instagram wants its terms to be agreed to. Open the account and decide.' },
  },
];

export function gateOf(reason: string): Gate | null {
  return gates.find(({ gate }) => gate.reason === reason)?.gate ?? null;
}

export const signedOut: Gate = {
  reason: 'signed_out',
  detail: 'The account is signed out of Instagram. Open it and sign in.',
};

function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return '';
  }
}

/** The gate that an address belongs to. Whole path segments are compared: a handle may begin like one. */
export function gateAt(url: string): Gate | null {
  const path = pathOf(url);
  return gates.find(({ at }) => at.test(path))?.gate ?? null;
}

export function isLoginAddress(url: string): boolean {
  return /^\/accounts\/login\/?$/u.test(pathOf(url));
}

/** "Save your login info?" as a page of its own. */
export function isSaveLoginAddress(url: string): boolean {
  return /^\/accounts\/onetap(\/|$)/u.test(pathOf(url));
}

/** The inbox and its conversations: what stands there is what people wrote to each other. */
export function isMessagesAddress(url: string): boolean {
  return /^\/direct(\/|$)/u.test(pathOf(url));
}

export function isOn(base: string, url: string): boolean {
  try {
    return new URL(url).origin === new URL(base).origin;
  } catch {
    return false;
  }
}
