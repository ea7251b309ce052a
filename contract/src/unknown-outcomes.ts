import { z } from 'zod';
import { campaignAnswerSchema } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { defaultPageSize } from './limits.ts';
import { dateTimeSchema, idParamsSchema, idSchema, limitSchema, pageSchema, paginationSchema } from './primitives.ts';

export const unknownOutcomeSchema = z.object({
  delivery_id: idSchema,
  recipient: z.string(),
  is_do_not_contact: z.boolean(),
  profile_id: idSchema.nullable(),
  profile_name: z.string().nullable(),
  text: z.string(),
  since: dateTimeSchema,
});
export type UnknownOutcome = z.infer<typeof unknownOutcomeSchema>;

export const unknownOutcomesApi = {
  'GET /api/campaigns/:id/unknown': {
    summary: 'List people whose message has an unknown outcome, in the order they were added to the list',
    access: 'user',
    params: idParamsSchema,
    query: z.object({ page: pageSchema.default(1), limit: limitSchema(defaultPageSize) }),
    response: z.object({ people: z.array(unknownOutcomeSchema), pagination: paginationSchema }),
  },
  'POST /api/campaigns/:id/unknown/:deliveryId': {
    summary: 'Record whether a message with an unknown outcome was sent',
    access: 'user',
    params: z.object({ id: z.coerce.number().pipe(idSchema), deliveryId: z.coerce.number().pipe(idSchema) }),
    body: z.object({ was_sent: z.boolean() }),
    response: campaignAnswerSchema,
  },
} satisfies ApiPart;
