import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { ticketRequests, type TicketRequest } from '../../platform/ticket-requests.ts';
import { useChangeParams } from '../../platform/url-values.ts';

/** Calls `open` once if the URL asks for a prepared ticket. Removes the request from the URL, so that a reload doesn't repeat it. */
export function useTicketRequest(open: (request: TicketRequest) => void): void {
  const [params] = useSearchParams();
  const change = useChangeParams();
  const request = ticketRequests.find((name) => name === params.get('new'));
  const openNow = useEffectEvent((asked: TicketRequest) => {
    change({ new: undefined });
    open(asked);
  });
  useEffect(() => {
    if (request !== undefined) openNow(request);
  }, [request]);
}
