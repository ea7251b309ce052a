import { used } from '../campaigns/campaigns.service.ts';
export const ledger = used;
