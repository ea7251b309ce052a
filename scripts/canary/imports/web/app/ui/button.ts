import { one } from '../features/lists/one.ts';
export const button = one;
