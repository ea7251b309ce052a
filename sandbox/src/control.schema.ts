import { z } from 'zod';
import { faultNames, faultScope, type FaultName } from './faults/fault.catalog.ts';
import { languages, type Language } from './texts/languages.ts';

export type { FaultName, Language };

const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._]{1,30}$/u, 'A username has 1 to 30 letters, digits, dots or underscores')
  .transform((value) => value.toLowerCase());

export const faultName = z.enum(faultNames, {
  error: (issue) => `Unknown fault ${JSON.stringify(issue.input)}. GET /__sandbox/faults lists all faults`,
});

const states = z.array(faultName).default([]);

const accountInput = z.strictObject({
  username,
  password: z.string().min(1),
  name: z.string().optional(),
  language: z.enum(languages).default('en'),
  unread: z.number().int().min(0).max(5000).default(0),
  states,
});

const historyMessage = z.strictObject({ account: username, from: z.enum(['me', 'them']), text: z.string().min(1) });

const personInput = z.strictObject({
  username,
  name: z.string().optional(),
  states,
  messages: z.array(historyMessage).default([]),
});

const nameAlone = username.transform((value) => personInput.parse({ username: value }));

export const resetBody = z.strictObject({
  accounts: z.array(accountInput),
  people: z.array(z.union([nameAlone, personInput])).default([]),
  /** The language of logged-out pages, and the faults that always apply to them. */
  site: z.strictObject({ language: z.enum(languages).optional(), states }).default({ states: [] }),
  /** The factor for the default delays: 1 is as slow as the real site. */
  time_scale: z.number().min(0).max(10).default(0.2),
});

export const faultRule = z
  .strictObject({
    name: faultName,
    account: username.optional(),
    person: username.optional(),
    /** How many times the rule applies. By default, there is no limit. */
    times: z.number().int().positive().optional(),
    /** How many messages the account has to try to send before the rule applies. */
    after: z.number().int().min(0).optional(),
    /** How long a timed fault takes, in milliseconds. `time_scale` doesn't affect it. */
    ms: z.number().int().min(0).max(600_000).optional(),
  })
  .refine((rule) => rule.times === undefined || faultScope(rule.name) === 'attempt', {
    path: ['times'],
    error: 'This fault is a state, so it can\'t have "times". To end it, switch it off',
  });

export const faultChange = z.strictObject({
  /** Whether to switch off all faults first. */
  clear: z.boolean().default(false),
  off: z.array(faultName).default([]),
  on: z.array(faultRule).default([]),
  seed: z.number().int().optional(),
  chances: z.partialRecord(faultName, z.number().min(0).max(1)).optional(),
});

export const sessionBody = z.strictObject({ account: username });
export const incomingBody = z.strictObject({ account: username, from: username, text: z.string().min(1) });
export const accountChangeBody = z.strictObject({
  language: z.enum(languages).optional(),
  states: z.array(faultName).optional(),
  /** Whether to end all of the account's sessions. */
  sign_out: z.boolean().default(false),
  /** Whether to clear the account's checkpoint, such as a challenge. */
  clear_checkpoint: z.boolean().default(false),
});

export const delivery = z.object({
  from: z.string(),
  to: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  message_id: z.string(),
});

const promptCounts = z.object({ raised: z.number(), accepted: z.number(), dismissed: z.number() });

/** The complete state of the sandbox, as returned by `GET /__sandbox/state`. */
export const worldState = z.object({
  time_scale: z.number(),
  sign_ins: z.number(),
  /** The latest text typed into each field that should stay empty, such as a field of a checkpoint. */
  typed: z.array(z.object({ page: z.string(), field: z.string(), text: z.string() })),
  accounts: z.array(
    z.object({
      username: z.string(),
      language: z.enum(languages),
      states: z.array(faultName),
      checkpoint: faultName.nullable(),
      sessions: z.number(),
      sends: z.number(),
      unread: z.number(),
      prompts: promptCounts,
      prioritised: z.array(z.string()),
      post_menus: z.number(),
    }),
  ),
  people: z.array(z.object({ username: z.string(), name: z.string(), states: z.array(faultName) })),
  threads: z.array(
    z.object({
      id: z.string(),
      account: z.string(),
      person: z.string(),
      unread: z.boolean(),
      request: z.enum(['none', 'waiting', 'moving', 'accepted', 'blocked', 'deleted']),
      messages: z.array(
        z.object({
          kind: z.enum(['mine', 'theirs', 'notice']),
          text: z.string(),
          at: z.string(),
          failed: z.boolean(),
          message_id: z.string(),
        }),
      ),
    }),
  ),
  deliveries: z.array(delivery),
});

export type WorldState = z.infer<typeof worldState>;
export type AccountChangeInput = z.input<typeof accountChangeBody>;
export type IncomingInput = z.input<typeof incomingBody>;
export type ResetInput = z.input<typeof resetBody>;
export type ResetBody = z.output<typeof resetBody>;
export type AccountInput = z.output<typeof accountInput>;
export type PersonInput = z.output<typeof personInput>;
export type FaultRuleInput = z.input<typeof faultRule>;
export type FaultChange = z.output<typeof faultChange>;
/** A change to the faults, or just a single rule to switch on. */
export type FaultsInput = z.input<typeof faultChange> | FaultRuleInput;
export type Delivery = z.infer<typeof delivery>;

export function parseFaults(body: unknown): FaultChange {
  const isRule = typeof body === 'object' && body !== null && 'name' in body;
  return faultChange.parse(isRule ? { on: [faultRule.parse(body)] } : body);
}
