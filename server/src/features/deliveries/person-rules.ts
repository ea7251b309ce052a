import { instagramMessageMaxLength } from '@sandpiper/contract/limits';
import { messageLength, renderMessage } from '@sandpiper/contract/message';
import type { Message, Rendered } from '@sandpiper/contract/message';
import type { SkipReason } from '@sandpiper/contract/reasons';
import type { Config } from '../../platform/config.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import type { PersonFacts } from './people.store.ts';

/** Campaign settings that decide who is skipped. The cool-off isn't among them, because it is already part of the stored facts. */
export type SkipPolicy = { allow_repeat: boolean; skip_conversations: boolean };

/** Returns why the stored facts exclude a person from a campaign, or null if they don't. */
function reasonInFacts(facts: PersonFacts, policy: SkipPolicy): SkipReason | null {
  if (facts.is_do_not_contact) return 'do_not_contact';
  if (facts.list_status !== 'pending') return 'not_pending';
  if (facts.got_same_text && !policy.allow_repeat) return 'same_message';
  if (facts.is_cooling_off) return 'cool_off';
  return facts.has_conversation && policy.skip_conversations ? 'conversation' : null;
}

function reasonInText({ text, missing }: Rendered): SkipReason | null {
  if (missing.length > 0) return 'missing_variable';
  return messageLength(text) > instagramMessageMaxLength ? 'message_too_long' : null;
}

export type Judgment = {
  /** Why the person is skipped, or null if the person may be messaged. */
  reason: SkipReason | null;
  /** The variables without a value if the reason is `missing_variable`. Otherwise empty. */
  missing: readonly string[];
  /** The text that the person would get. */
  text: string;
};

/**
 * Decides whether a person may be messaged, and with what text. The server decides this in the preflight, when the campaign starts, when
 * the person is claimed, and before the agent gets the go-ahead to send.
 */
export function judge(facts: PersonFacts, policy: SkipPolicy, message: Message): Judgment {
  const rendered = renderMessage(message, { ...facts.variables, username: facts.recipient });
  const reason = reasonInFacts(facts, policy) ?? reasonInText(rendered);
  return { reason, missing: reason === 'missing_variable' ? rendered.missing : [], text: rendered.text };
}

/** Returns the details of a skip that the reason's standard text doesn't include, or null if there are none. */
export function detailOf({ missing }: Judgment): string | null {
  return missing.length === 0 ? null : `Missing: ${missing.map((name) => `{${name}}`).join(', ')}.`;
}

const daySeconds = 86_400;

/**
 * Returns the length of a campaign's cool-off in seconds. The campaign skips people who were contacted within that time. 0 means that there
 * is no cool-off.
 */
export function coolOffSeconds(config: Config, days: number): number {
  return scaledSeconds(config, days * daySeconds);
}
