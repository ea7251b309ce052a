import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { emailPattern } from './email-pattern.ts';
import { contactTextMaxLength, emailMaxLength, ticketsPageSize } from './limits.ts';
import {
  dateTimeSchema,
  idParamsSchema,
  idSchema,
  limitSchema,
  pageSchema,
  paginationSchema,
  searchSchema,
  successSchema,
  trimmedText,
} from './primitives.ts';

export const contactMessageSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: dateTimeSchema,
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const contactApi = {
  'POST /api/contact': {
    summary: 'Send a message from the landing page',
    access: 'public',
    body: z.object({
      name: trimmedText({ max: 200, required: 'Name is required' }),
      email: trimmedText({ max: emailMaxLength }).refine(
        (address) => emailPattern.test(address),
        'Valid email is required',
      ),
      message: trimmedText({ max: contactTextMaxLength, required: 'Please add a short message' }),
    }),
    response: successSchema,
  },
  'GET /api/contact': {
    summary: 'List messages that were sent from the landing page, newest first',
    access: 'admin',
    query: z.object({ search: searchSchema, page: pageSchema.default(1), limit: limitSchema(ticketsPageSize) }),
    response: z.object({ messages: z.array(contactMessageSchema), pagination: paginationSchema }),
  },
  'DELETE /api/contact/:id': {
    summary: 'Delete a message that was sent from the landing page',
    access: 'admin',
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;
