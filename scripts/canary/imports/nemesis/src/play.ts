import { round } from '../../sandbox/src/round.ts';
export const play = (): unknown => round;
