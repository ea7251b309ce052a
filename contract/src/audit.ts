import { z } from 'zod';
import { auditActions } from './audit.texts.ts';
import { besideShape, positionShape } from './cursors.ts';
import type { ApiPart } from './endpoint.ts';
import { auditPageSize, usernameMaxLength } from './limits.ts';
import {
  dateTimeSchema,
  dayRangeShape,
  idSchema,
  limitSchema,
  referenceSchema,
  searchSchema,
  text,
} from './primitives.ts';
import { tableFile, tableFormatSchema } from './table-files.ts';

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const auditActorSchema = z.object({
  kind: z.enum(['user', 'agent', 'visitor', 'server']),
  /** The ID of the user or of the agent's token. Null for visitors and for the server itself. */
  id: idSchema.nullable(),
  name: z.string().nullable(),
});
export const auditChangeSchema = z.object({ from: valueSchema, to: valueSchema });

/** An audit event. An event about a change to data is stored in the same transaction as the change. */
export const auditEventSchema = z.object({
  id: idSchema,
  at: dateTimeSchema,
  action: z.enum(auditActions),
  /** The user that the event concerns, with their username at the time. Null if it concerns no particular user. */
  user: referenceSchema.nullable(),
  actor: auditActorSchema,
  /** What was acted on, such as `account 7`. */
  subject: z.string().nullable(),
  /** The IP address of the request. Null if no request caused the event, or if the reader isn't allowed to see another user's address. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Further details. They never contain secrets. */
  detail: z.record(z.string(), valueSchema),
  /** The changed fields, with their old and new values. */
  changes: z.record(z.string(), auditChangeSchema),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

const pageShape = { ...positionShape, limit: limitSchema(auditPageSize) };

const filterShape = {
  /** Matches part of a name, a subject, an IP address, a request ID, a detail or a change. */
  search: searchSchema,
  /** A username. Users who have since been renamed or deleted can be found by their old name. */
  user: text({ max: usernameMaxLength }).optional(),
  action: z.enum(auditActions).optional(),
  ...dayRangeShape,
};
export const auditFilterSchema = z.object(filterShape);
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditPageSchema = z.object({ events: z.array(auditEventSchema), ...besideShape });

export const auditApi = {
  'GET /api/audit': {
    summary:
      "List all users' audit events, newest first. A page has the newest events, or those directly older (`before`) or newer (`after`) than a given event",
    access: 'admin',
    query: z.object({ ...filterShape, ...pageShape }),
    response: auditPageSchema,
  },
  'GET /api/audit/export': {
    summary: 'Export the audit events that match a filter',
    access: 'admin',
    quota: 'exports',
    query: z.object({ ...filterShape, format: tableFormatSchema }),
    response: tableFile,
  },
  'GET /api/activity': {
    summary: 'List what the user did and what happened to their user account, newest first',
    access: 'user',
    query: z.object(pageShape),
    response: auditPageSchema,
  },
} satisfies ApiPart;
