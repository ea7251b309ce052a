import { z } from 'zod';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { noteSkippedAtStart } from '../deliveries/campaign-ledger.service.ts';

export const skippedPeopleJobs = 'skipped_people';

const progressSchema = z.object({ after: z.int().default(0) });

/**
 * Records `skipped` as the last outcome of the people that a campaign skipped at its start, unless they have a later outcome. Each call
 * handles one batch, because there can be many people.
 */
export const noteSkippedPeople: DoPiece = async ({ transaction }, { job, progress }) => {
  const { after } = progressSchema.parse(progress);
  const last = await noteSkippedAtStart(transaction, { user_id: job.userId, id: job.subjectId }, after);
  return last === null ? 'done' : { progress: { after: last } };
};
