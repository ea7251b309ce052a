import { z } from 'zod';

/** The progress of updating recipients' values after variables were renamed or removed. */
export const progressSchema = z.object({
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  removed: z.array(z.string()),
  /**
   * `after` is the ID of the last recipient processed, and `upTo` is the ID of the last one to process. Recipients added later already use
   * the new names.
   */
  after: z.int(),
  upTo: z.int(),
});
export type Progress = z.infer<typeof progressSchema>;
