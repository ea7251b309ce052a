import { site } from '../sites/site.ts';
export const window = site;
