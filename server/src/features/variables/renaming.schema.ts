import { z } from 'zod';

/** How far the values of a list have been renamed and removed. */
export const progressSchema = z.object({
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  removed: z.array(z.string()),
  /** The last recipient done, and the last to do: those who come later already have the new names. */
  after: z.int(),
  upTo: z.int(),
});
export type Progress = z.infer<typeof progressSchema>;
