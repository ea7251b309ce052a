import { z } from 'zod';
import { campaignAnswerSchema } from './campaigns.ts';
import type { ApiPart } from './endpoint.ts';
import { idSchema } from './primitives.ts';
import { usernameSchema } from './recipients.ts';

export const testMessagesApi = {
  'POST /api/test-messages': {
    summary: 'Send a test message to one person, such as yourself. Returns the campaign that sends it',
    access: 'user',
    quota: 'campaigns',
    needsSubscription: true,
    body: z.object({
      message_template_id: idSchema,
      profile_id: idSchema,
      recipient: usernameSchema,
      /**
       * The list that provides the values for the message's variables. If the recipient is on the list, the message uses the
       * recipient's values. Otherwise, it uses the values of the first person on the list who has every value the message needs. If
       * none of the first 1,000 people does, it uses the values of the first person. Without a list, only the username is filled in.
       */
      list_id: idSchema.optional(),
    }),
    response: campaignAnswerSchema,
  },
} satisfies ApiPart;
