import { z } from 'zod';
import { markOriginSchema } from './do-not-contact.ts';
import type { ApiPart } from './endpoint.ts';
import { personNoteMaxLength, tagsOfPersonMax } from './limits.ts';
import { personSchema } from './people.ts';
import { dateTimeSchema, idSchema, referenceSchema, successSchema, text, trimmedText } from './primitives.ts';
import { recipientStatusSchema } from './recipients.ts';
import { tagNameSchema } from './tags.ts';

export const personSummarySchema = z.object({
  /** How many messages were sent to the person, and how many may have been sent. */
  sent: z.int(),
  unknown: z.int(),
  /** How many campaigns failed to reach the person, and how many skipped the person. Deleted campaigns aren't counted. */
  failed: z.int(),
  skipped: z.int(),
  /** When the first message to the person was sent, or may have been sent, if known. */
  first_contacted_at: dateTimeSchema.nullable(),
  /** When the person first wrote to one of the user's accounts, if known. */
  replied_at: dateTimeSchema.nullable(),
  /** Up to 20 running or paused campaigns that are messaging the person or have yet to do so. */
  waiting_in: z.array(referenceSchema),
});

export const personMarkSchema = z.object({
  reason: z.string().nullable(),
  origin: markOriginSchema,
  created_at: dateTimeSchema,
});

export const timelineEventTypes = [
  'added_to_list',
  'message_sent',
  'message_failed',
  'message_unknown',
  'skipped',
  'replied',
  'removed_from_list',
  'status_changed',
  'note_changed',
  'tagged',
  'untagged',
  'do_not_contact_added',
  'do_not_contact_removed',
] as const;

/** A list or campaign, with its current name or the name recorded with the event. `id` is null if it has been deleted. */
export const pastReferenceSchema = z.object({ id: idSchema.nullable(), name: z.string() });
export const importReferenceSchema = z.object({ id: idSchema, file_name: z.string() });

export const timelineEventSchema = z.object({
  id: z.string(),
  at: dateTimeSchema,
  type: z.enum(timelineEventTypes),
  list: pastReferenceSchema.nullable(),
  /** The import that added the person. */
  import: importReferenceSchema.nullable(),
  campaign: pastReferenceSchema.nullable(),
  profile_name: z.string().nullable(),
  /**
   * Why a message failed, or why the person was skipped, added to the do-not-contact list or removed from it. For a changed note, the new
   * note. Null if the note was deleted.
   */
  text: z.string().nullable(),
  /** How the person was added to the do-not-contact list. */
  origin: markOriginSchema.nullable(),
  /** The status that the user gave the person on `list`. */
  recipient_status: recipientStatusSchema.nullable(),
  /** The name that the added or removed tag had at the time. */
  tag: z.string().nullable(),
});
export type TimelineEvent = z.infer<typeof timelineEventSchema>;

const params = z.object({ username: text({ max: 500 }) });

export const personApi = {
  'GET /api/person/:username': {
    summary: 'Get a person with their lists, note, tags and do-not-contact entry',
    access: 'user',
    params,
    response: z.object({ person: personSchema, mark: personMarkSchema.nullable(), summary: personSummarySchema }),
  },
  'GET /api/person/:username/timeline': {
    summary: "List the events in a person's timeline, newest first",
    access: 'user',
    params,
    query: z.object({ before: text({ max: 100 }).optional() }),
    response: z.object({
      events: z.array(timelineEventSchema),
      /** The value of `before` for the next page. Null if this is the last page. */
      next_before: z.string().nullable(),
    }),
  },
  'PUT /api/person/:username': {
    summary: "Change a person's note and tags. Tags that don't exist are created",
    access: 'user',
    needsSubscription: true,
    params,
    body: z.object({
      /** If omitted, the note doesn't change. */
      note: trimmedText({ max: personNoteMaxLength }).nullable().optional(),
      /** Tag names. If omitted, the tags don't change. */
      tags: z.array(tagNameSchema).max(tagsOfPersonMax, `A person can have up to ${tagsOfPersonMax} tags`).optional(),
    }),
    response: z.object({ person: personSchema }),
  },
  'POST /api/person/:username/forget': {
    summary:
      'Remove everything readable about a person. Keyed hashes remain, so campaigns still know which messages the person got, and a do-not-contact entry stays in effect',
    access: 'user',
    params,
    response: successSchema.extend({
      /** How many started campaigns will no longer message the person. */
      withdrawn_from: z.int(),
    }),
  },
} satisfies ApiPart;
