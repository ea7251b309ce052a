import { z } from 'zod';
import { hoursSchema } from './account-limits.schema.ts';
import { campaignNameMaxLength } from './limits.ts';
import { idSchema, trimmedText } from './primitives.ts';

/** The settings that a user can change before a campaign's first start. */
export const planShape = {
  name: trimmedText({
    max: campaignNameMaxLength,
    required: 'Please fill in all required fields',
    tooLong: `Campaign name must not exceed ${campaignNameMaxLength} characters`,
  }),
  message_template_id: idSchema,
  list_id: idSchema,
  profiles_used: z.array(idSchema).min(1, 'Please fill in all required fields').max(1000),
  hours: hoursSchema,
  /** Whether to message people who already got exactly this text. */
  allow_repeat: z.boolean(),
  /** The cool-off period: people contacted by any of the user's accounts within this many days are skipped. */
  cool_off_days: z.int().min(0).max(3650),
  /** Whether to skip people who have written to any of the user's accounts. */
  skip_conversations: z.boolean(),
};

export const newCampaignSchema = z.object({
  ...planShape,
  hours: planShape.hours.default(null),
  allow_repeat: planShape.allow_repeat.default(false),
  cool_off_days: planShape.cool_off_days.default(0),
  skip_conversations: planShape.skip_conversations.default(true),
});
