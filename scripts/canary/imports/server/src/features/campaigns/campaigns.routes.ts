import { page } from '../../../../web/app/pages/page.ts';
import { nowhere } from './nowhere.ts';
export const routes = [page, nowhere];
