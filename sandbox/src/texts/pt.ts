import { withPlaceholders } from './placeholders.ts';

/**
 * Brazilian Portuguese, from public sources dated 2026. Only one of them shows "Mensagem" in the composer. For limits, only one title and
 * the beginning of one sentence are known. The wording of refusals and failures is unknown.
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
  privateAccount: 'Esta conta é privada',
  close: 'Fechar',
  weLimit: 'Limitamos a frequência …',
  actionBlocked: 'Ação bloqueada',
});
