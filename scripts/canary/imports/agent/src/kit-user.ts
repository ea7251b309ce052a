import { kit } from '../../testkit/src/kit.ts';
export const kitUser = kit;
