import type { App } from '../../platform/app-context.ts';

export async function expireStaleLeases(_app: App, _userId?: number): Promise<void> {}

export async function abandonClaims(_app: App, _userId: number, _agentTokenId: number): Promise<void> {}

export async function pauseUnpaid(_app: App, _userId?: number): Promise<void> {}

export async function settleCampaignsOf(_app: App, _userId: number, _profileId?: number): Promise<void> {}
