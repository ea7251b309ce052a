import { withPlaceholders } from './placeholders.ts';

/**
 * Portuguese of Brazil, from five public sources of 2026. Only one of them has "Mensagem" in the composer. Refusals, limits
 * and failures are unknown.
 */
export const pt = withPlaceholders('Texto', {
  message: 'Mensagem',
  messagePlaceholder: 'Mensagem',
  options: 'Opções',
  sendMessage: 'Enviar mensagem',
  newMessage: 'Nova mensagem',
  chat: 'Conversa',
  next: 'Próximo',
  searchPlaceholder: 'Pesquisar...',
  notNow: 'Agora não',
  notNowCapital: 'Agora não',
  cookieDecline: 'Recusar cookies opcionais',
  notAvailable: 'Esta página não está disponível.',
});
