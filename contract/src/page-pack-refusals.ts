/* Why an agent refuses a page pack that the server offers. This file doesn't depend on zod, so the web app can import it. */

export const pagePackRefusalCodes = [
  'no_key',
  'other_key',
  'not_signed',
  'invalid',
  'other_format',
  'too_large',
  'older',
  'left',
] as const;
export type PagePackRefusal = (typeof pagePackRefusalCodes)[number];

/** For each refusal, what happened and what the user can do. */
export const pagePackRefusalTexts: Record<PagePackRefusal, string> = {
  no_key:
    "The server had no signing key when the agent's computer was paired, so the agent can't check the page pack. Pair that computer again: sandpiper-agent pair",
  other_key:
    "The page pack is signed with a different key than the one the agent's computer received when it was paired. If your administrator says that the key has changed, pair that computer again: sandpiper-agent pair",
  not_signed: "The page pack's signature isn't valid. Ask your administrator for help.",
  invalid: 'Something in the page pack is missing or wrong. Ask your administrator for help.',
  other_format: 'The page pack was made for another version of the agent. Update the agent.',
  too_large: 'The page pack is too large. Ask your administrator for help.',
  older: 'The page pack is older than one the agent already had.',
  left: "Someone went back from this page pack to an older one on the agent's computer. The agent is waiting for a newer page pack.",
};
