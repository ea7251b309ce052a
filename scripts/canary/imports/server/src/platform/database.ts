import { listLists } from '../features/lists/lists.service.ts';
export const database = listLists;
