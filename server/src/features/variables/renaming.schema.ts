import { z } from 'zod';

/** The progress of renaming and removing a list's values. */
export const progressSchema = z.object({
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  removed: z.array(z.string()),
  /** The ids of the last recipient done and of the last one to do. Recipients added later already use the new names. */
  after: z.int(),
  upTo: z.int(),
});
export type Progress = z.infer<typeof progressSchema>;
