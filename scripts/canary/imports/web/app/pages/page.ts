import { row } from '../features/lists/rows/row.ts';
export const page = row;
