import { readFileSync } from 'node:fs';
export const lists = readFileSync;
