/** What a link to Support can ask for, by the value of the URL's `new` parameter. */
export const ticketRequests = ['renewal', 'upgrade'] as const;
export type TicketRequest = (typeof ticketRequests)[number];

/** Returns the path of the form for a new ticket that is already filled in for this request. */
export const ticketRequestPath = (request: TicketRequest) => `/support?new=${request}`;
