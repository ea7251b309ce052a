import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { diagnosticReportMaxLength, ticketSubjectMaxLength, ticketsPageSize, ticketTextMaxLength } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
  successSchema,
  text,
  trimmedText,
  userReferenceSchema,
} from './primitives.ts';

export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const ticketCategories = ['general', 'technical', 'billing', 'feature_request', 'bug_report'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export type TicketPriority = (typeof ticketPriorities)[number];
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketSchema = z.object({
  id: idSchema,
  ticket_number: z.string(),
  subject: z.string(),
  description: z.string(),
  priority: z.enum(ticketPriorities),
  category: z.enum(ticketCategories),
  status: z.enum(ticketStatuses),
  message_count: z.int(),
  /** Whether the ticket has a reply that its creator hasn't read yet. */
  has_unread_answer: z.boolean(),
  /** Whether the ticket is open or in progress and its creator was the last to write. */
  is_unanswered: z.boolean(),
  created_at: dateTimeSchema,
  /** The creator's name. */
  created_by: z.string(),
  assigned_to: idSchema.nullable(),
  assigned_to_name: z.string().nullable(),
});
export type Ticket = z.infer<typeof ticketSchema>;

export const ticketMessageSchema = z.object({
  id: idSchema,
  /** The author's user ID. Null if the author was deleted. */
  account_id: idSchema.nullable(),
  message: z.string(),
  author_name: z.string(),
  created_at: dateTimeSchema,
});
export type TicketMessage = z.infer<typeof ticketMessageSchema>;

export const supportApi = {
  'GET /api/support': {
    summary: "List the user's tickets. For administrators, lists all tickets",
    access: 'user',
    query: z.object({
      search: searchSchema,
      status: z.enum(ticketStatuses).optional(),
      priority: z.enum(ticketPriorities).optional(),
      category: z.enum(ticketCategories).optional(),
      /** Limits the list to tickets with an unread reply. */
      unread: z.literal('true').optional(),
      /** Limits the list to tickets that await an administrator's reply. */
      unanswered: z.literal('true').optional(),
      page: pageSchema.default(1),
      limit: limitSchema(ticketsPageSize),
    }),
    response: z.object({ tickets: z.array(ticketSchema), pagination: paginationSchema }),
  },
  'POST /api/support': {
    summary: 'Open a ticket',
    access: 'user',
    quota: 'tickets',
    body: z.object({
      subject: trimmedText({ max: ticketSubjectMaxLength, required: 'Subject is required' }),
      description: trimmedText({ max: ticketTextMaxLength, required: 'Description is required' }),
      priority: z.enum(ticketPriorities).default('medium'),
      category: z.enum(ticketCategories).default('general'),
      /** The diagnostic report that the user saw and chose to send. */
      report: text({ max: diagnosticReportMaxLength }).optional(),
    }),
    response: z.object({ ticketNumber: z.string(), ticket: ticketSchema }),
  },
  'GET /api/support/:id': {
    summary: 'Get a ticket with its newest messages, or with the messages before a given message',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ before: z.coerce.number().pipe(idSchema).optional() }),
    response: z.object({
      ticket: ticketSchema,
      /** The messages, oldest first. */
      messages: z.array(ticketMessageSchema),
      has_earlier: z.boolean(),
      /** The diagnostic report sent with the ticket. */
      report: z.string().nullable(),
    }),
  },
  'POST /api/support/:id/messages': {
    summary: 'Add a message to a ticket',
    access: 'user',
    quota: 'ticketMessages',
    params: idParamsSchema,
    body: z.object({ message: trimmedText({ max: ticketTextMaxLength, required: 'Write a message first' }) }),
    response: z.object({ message: ticketMessageSchema }),
  },
  'PUT /api/support/:id/read': {
    summary: "Mark a ticket's messages, up to a given message, as read by the ticket's creator",
    access: 'user',
    params: idParamsSchema,
    body: z.object({ message_id: idSchema }),
    response: successSchema,
  },
  'PUT /api/support/:id': {
    summary: "Set a ticket's status, priority and assignee",
    access: 'admin',
    params: idParamsSchema,
    body: z.object({
      status: z.enum(ticketStatuses).optional(),
      priority: z.enum(ticketPriorities).optional(),
      assigned_to: idSchema.nullable().optional(),
    }),
    response: z.object({ ticket: ticketSchema }),
  },
  'GET /api/support/admin/users': {
    summary: 'List the administrators a ticket can be assigned to',
    access: 'admin',
    response: z.object({ users: z.array(userReferenceSchema) }),
  },
} satisfies ApiPart;
