import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { call } from '../../platform/api.ts';
import { createPauses } from '../../platform/pauses.ts';
import { toast } from '../../platform/toasts.tsx';
import { requestPollMs } from './account-requests.queries.ts';
import { diagnosticReportTexts as texts } from './diagnostic-report.texts.ts';

/**
 * Deletes the server's copy of the report, which the dialog no longer needs. If this request fails, the server deletes the copy after ten
 * minutes.
 */
function forget(id: number): void {
  call('DELETE /api/diagnostic-reports/:id', { params: { id } }).catch((error: unknown) =>
    console.warn('Couldn’t delete the server’s copy of a diagnostic report', error),
  );
}

/** Thrown when the agent can't provide a report. The message explains why. A failed API request throws an ApiError instead. */
export class NoReport extends Error {}

async function askForReport(accountId: number, signal: AbortSignal): Promise<string> {
  const { request_id: id } = await call(
    'POST /api/profiles/:id/diagnostic-report',
    { params: { id: accountId } },
    { signal },
  );
  const { pause } = createPauses(requestPollMs / 4);
  for (;;) {
    const { request } = await call('GET /api/diagnostic-reports/:id', { params: { id } }, { signal });
    if (!isUnderWay(request)) {
      forget(id);
      if (request.report === null) throw new NoReport(request.error_message ?? '');
      return request.report;
    }
    await pause(signal);
    signal.throwIfAborted();
  }
}

/** Asks the agent for the account's latest report each time the dialog opens. Removes the report from the cache when the dialog closes. */
export function useDiagnosticReport(accountId: number) {
  return useQuery({
    queryKey: ['diagnostic-report', accountId],
    queryFn: ({ signal }) => askForReport(accountId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isSilent: true },
  });
}

/** Returns a mutation that opens a support ticket with exactly the report that was shown. */
export function useSendReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (report: string) =>
      call('POST /api/support', {
        body: { subject: texts.subject, description: texts.description, category: 'technical', report },
      }),
    onSuccess: ({ ticketNumber }) => {
      toast.success(texts.sent(ticketNumber));
      return queryClient.invalidateQueries({ queryKey: ['tickets'] });
    },
    onError: (error) => toast.failure(error, texts.sendFailed),
  });
}
