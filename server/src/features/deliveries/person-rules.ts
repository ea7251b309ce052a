import type { SkipReason } from '@sandpiper/contract/reasons';
import type { Config } from '../../platform/config.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import type { PersonFacts } from './people.store.ts';

/** The campaign settings that decide who is skipped. */
export type SkipPolicy = { allow_repeat: boolean; skip_conversations: boolean };

/** Why a person is skipped; null: they may be messaged. Checked at the start, at the claim and before the go-ahead. */
export function skipReasonOf(facts: PersonFacts, policy: SkipPolicy): SkipReason | null {
  if (facts.is_do_not_contact) return 'do_not_contact';
  if (facts.list_status !== 'pending') return 'not_pending';
  if (facts.got_same_text && !policy.allow_repeat) return 'same_message';
  if (facts.is_cooling_off) return 'cool_off';
  return facts.has_conversation && policy.skip_conversations ? 'conversation' : null;
}

const daySeconds = 86_400;

/** How long a person is left alone after a contact; 0: not at all. */
export function coolOffSeconds(config: Config, days: number): number {
  return scaledSeconds(config, days * daySeconds);
}
