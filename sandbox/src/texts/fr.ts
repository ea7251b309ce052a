import { withPlaceholders } from './placeholders.ts';

/**
 * French, from screens seen in October 2026 and from three public sources. The French pages say "Later" instead of "Not now". The wording
 * of the "…" menu, the new-message dialog, refusals, limits and failures is unknown.
 */
export const fr = withPlaceholders('Texte', {
  message: 'Message',
  notNow: 'Plus tard',
  notNowCapital: 'Plus tard',
  notAvailable: "Cette page n'est pas disponible",
  privateAccount: 'Ce compte est privé',
  saveLoginTitle: 'Enregistrer vos informations de connexion ?',
  saveInfo: 'Enregistrer les informations',
  send: 'Envoyer',
  adsTitle: 'Voulez-vous vous abonner ?',
  getStarted: 'Continuer',
});
