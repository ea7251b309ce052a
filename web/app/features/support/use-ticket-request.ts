import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { ticketRequests, type TicketRequest } from '../../platform/ticket-requests.ts';

/** Calls `open` once if the URL asks for a prepared ticket. Removes the request from the URL, so that a reload doesn't repeat it. */
export function useTicketRequest(open: (request: TicketRequest) => void): void {
  const [params, setParams] = useSearchParams();
  const request = ticketRequests.find((name) => name === params.get('new'));
  const openNow = useEffectEvent((asked: TicketRequest) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('new');
        return after;
      },
      { replace: true },
    );
    open(asked);
  });
  useEffect(() => {
    if (request !== undefined) openNow(request);
  }, [request]);
}
