import { round } from '../../sandbox/src/round.ts';
export const measure = (): unknown => round;
