import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { noticesPageSize } from './limits.ts';
import { noticeKinds } from './notice-kinds.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  successSchema,
  text,
} from './primitives.ts';
import { unreadRepliesSchema } from './unread-checks.ts';

const noticeKindSchema = z.enum(noticeKinds);

export const noticeSchema = z.object({
  id: idSchema,
  kind: noticeKindSchema,
  title: z.string(),
  message: z.string(),
  /** The web app page the notice is about, such as `/campaigns/7`. */
  path: z.string(),
  created_at: dateTimeSchema,
  is_read: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticeSwitchesSchema = z.object({
  kind: noticeKindSchema,
  in_app: z.boolean(),
  browser: z.boolean(),
  mail: z.boolean(),
});
export type NoticeSwitches = z.infer<typeof noticeSwitchesSchema>;

/** One entry for each kind of notice, always in the same order. */
export const switchesAnswerSchema = z.object({ switches: z.array(noticeSwitchesSchema) });

export const noticesApi = {
  'GET /api/notices': {
    summary: 'List notices, newest first',
    access: 'user',
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(noticesPageSize) }),
    response: z.object({
      notices: z.array(noticeSchema),
      /** The number of unread notices on all pages. */
      unread_count: z.int(),
      /** The unread replies to show beside the notices. Null if the last checks found none. */
      unread_replies: unreadRepliesSchema.nullable(),
      pagination: paginationSchema,
    }),
  },
  'PUT /api/notices/:id/read': {
    summary: 'Mark a notice as read',
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
  'PUT /api/notices/read': {
    summary: 'Mark all notices up to a given notice as read',
    access: 'user',
    body: z.object({ up_to: idSchema }),
    response: successSchema,
  },
  'GET /api/notices/switches': {
    summary: 'Get the places where each kind of notice is shown',
    access: 'user',
    response: switchesAnswerSchema,
  },
  'PUT /api/notices/switches': {
    summary: 'Set where one kind of notice is shown. Omitted places keep their setting',
    access: 'user',
    body: noticeSwitchesSchema.partial().required({ kind: true }),
    response: switchesAnswerSchema,
  },
  'POST /unsubscribe': {
    summary: 'Turn off notice emails, using the token from one of them. Email programs can make this call too',
    access: 'public',
    query: z.object({ token: text({ max: 1000 }) }),
    response: successSchema,
  },
} satisfies ApiPart;
