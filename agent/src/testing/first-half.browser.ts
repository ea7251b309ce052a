import { loadHalf } from './browser-halves.ts';

await loadHalf(0);
