export { noteEvents } from './person-events.store.ts';
export type { NewPersonEvent } from './person-events.store.ts';
