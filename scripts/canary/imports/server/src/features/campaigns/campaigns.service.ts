import type { StoredList } from '../lists/lists.store.ts';
import { app } from '../../app.ts';
export const used: StoredList = app;
