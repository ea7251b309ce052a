import { page } from '../../pages/page.ts';
import { other } from '../campaigns/other.ts';
export const one = [page, other];
