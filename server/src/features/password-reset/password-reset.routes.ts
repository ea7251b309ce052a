import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { canMail } from '../mail/outgoing-mail.service.ts';
import { registrationOf } from '../registration/registration.service.ts';
import {
  beginMailing,
  countResetRequest,
  createResetLimits,
  resetPassword,
  resetsToEnd,
} from './password-reset.service.ts';

export function addPasswordResetRoutes(app: App): void {
  const limits = createResetLimits(app);
  route(app, 'GET /api/auth/options', async () => ({
    can_reset_password: canMail(app),
    registration: await registrationOf(app),
    trial_days: app.config.trialDays,
    terms_url: app.config.termsUrl,
    privacy_url: app.config.privacyUrl,
  }));
  route(app, 'POST /api/auth/password-reset', async ({ body, request, reply }) => {
    const asked = { address: body.address, request };
    await countResetRequest(app, limits, asked);
    // Email the links only after the response, so that response times don't reveal whether any user has this address.
    reply.raw.once('close', () => beginMailing(app, asked));
    return success;
  });
  route(app, 'PUT /api/auth/password-reset', async ({ body, request }) => {
    await resetPassword(app, limits, { ...body, request });
    return success;
  });
  app.http.addHook('onClose', () => resetsToEnd(app));
}
