import { BackLink } from '../../ui/back-link.tsx';
import { campaignTexts } from './campaigns.texts.ts';

export const backToCampaigns = <BackLink to="/campaigns">{campaignTexts.page.back}</BackLink>;
