export const campaignStatusTexts = { stoppedEarly: 'Stopped early' };
