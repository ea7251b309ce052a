import type { Client } from '@sandpiper/contract/client';
import type { History } from './history.ts';

/** What the owner of a history does something with. */
export type Acting = { history: History; api: Client; which: number };
