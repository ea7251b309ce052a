import type { Client } from '@sandpiper/contract/client';
import type { History } from './history.ts';

/** The history, client and choice that an action of the owner uses. */
export type Acting = { history: History; api: Client; which: number };
