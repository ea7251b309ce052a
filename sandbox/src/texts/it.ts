import { withPlaceholders } from './placeholders.ts';

/** Italian, from four public sources dated 2026. The wording of the new-message dialog, refusals, limits and failures is unknown. */
export const it = withPlaceholders('Testo', {
  message: 'Messaggio',
  options: 'Opzioni',
  sendMessage: 'Invia messaggio',
  notNow: 'Non ora',
  notNowCapital: 'Non ora',
  close: 'Chiudi',
  cookieDecline: 'Rifiuta cookie facoltativi',
  cookieEssential: 'Consenti solo cookie essenziali',
  notAvailable: 'Spiacenti, questa pagina non è disponibile',
  privateAccount: 'Questo account è privato',
});
