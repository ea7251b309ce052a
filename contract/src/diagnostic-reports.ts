import { z } from 'zod';
import { queuedRequestSchema } from './account-requests.ts';
import type { ApiPart } from './endpoint.ts';
import { diagnosticReportMaxLength } from './limits.ts';
import { idParamsSchema, idSchema, successSchema, text } from './primitives.ts';

/** The agent's result for the request: its newest report about the account. */
export const reportedDiagnosticsSchema = z.object({ report: text({ max: diagnosticReportMaxLength }) });

export const diagnosticRequestSchema = z.object({
  id: idSchema,
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  /** Null unless the request has completed. */
  report: z.string().nullable(),
  error_message: z.string().nullable(),
});
export type DiagnosticRequest = z.infer<typeof diagnosticRequestSchema>;

export const diagnosticReportsApi = {
  'POST /api/profiles/:id/diagnostic-report': {
    summary: "Ask the agent for its newest diagnostic report about an account's pages",
    access: 'user',
    quota: 'agentRequests',
    params: idParamsSchema,
    response: queuedRequestSchema,
  },
  'GET /api/diagnostic-reports/:id': {
    summary:
      'Get the status of a request for a diagnostic report, and the report once it has arrived. The server deletes the report after ten minutes',
    access: 'user',
    params: idParamsSchema,
    response: z.object({ request: diagnosticRequestSchema }),
  },
  'DELETE /api/diagnostic-reports/:id': {
    summary: "Delete the server's copy of a diagnostic report. The computer keeps its own",
    access: 'user',
    params: idParamsSchema,
    response: successSchema,
  },
} satisfies ApiPart;
