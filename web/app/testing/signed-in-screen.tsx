import { SignedInFrame } from '../pages/signed-in-frame.tsx';
import { paginationOf } from './builders.ts';
import { renderScreen } from './render-screen.tsx';

export const noCampaigns = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } };

type Options = Omit<NonNullable<Parameters<typeof renderScreen>[1]>, 'path'>;

export function renderFrame(options: Options) {
  return renderScreen(<SignedInFrame />, { ...options, path: '*' });
}
