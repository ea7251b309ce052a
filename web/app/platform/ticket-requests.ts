/** The values of the `new` parameter in links to Support. Each value asks for a form for a new ticket that is already filled in. */
export const ticketRequests = ['renewal', 'upgrade'] as const;
export type TicketRequest = (typeof ticketRequests)[number];

/** Returns the path that opens the form for a new ticket, filled in for this request. */
export const ticketRequestPath = (request: TicketRequest) => `/support?new=${request}`;
