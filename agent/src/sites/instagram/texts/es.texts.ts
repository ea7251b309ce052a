import type { SiteTexts } from './site.texts.ts';

/**
 * Read on the site: the refusals of requests and of those who let only some write, the mark of a failed message, the
 * label of a conversation, "Ahora no". All else is as it should read (see doubts.ts).
 */
export const es: SiteTexts = {
  message: ['Mensaje', 'Enviar mensaje'],
  sendMessage: ['Enviar mensaje'],
  options: ['Opciones'],
  profileMenu: ['Bloquear', 'Reportar', 'Denunciar', 'Restringir'],
  close: ['Cerrar'],
  newMessage: ['Nuevo mensaje', 'Mensaje nuevo'],
  openChat: ['Chat', 'Siguiente'],
  sendRequest: ['Enviar solicitud de mensaje'],
  notNow: ['Ahora no'],
  logIn: ['Iniciar sesión', 'Entrar'],
  useAnotherProfile: ['Usar otro perfil'],
  declineCookies: ['Rechazar cookies opcionales', 'Permitir solo cookies esenciales'],
  acceptCookies: ['Aceptar'],
  sending: ['Enviando…', 'Enviando...', 'Enviando'],
  failedToSend: ['Envío fallido'],
  cookieTitle: ['uso de cookies', 'aceptar cookies'],
  conversationLabel: ['Conversación con', 'Mensajes de la conversación'],
  missingPage: ['Esta página no está disponible', 'El perfil no está disponible'],
  refusesRequests: ['no permite nuevas solicitudes de mensaje', 'no puede recibir tu mensaje'],
  limited: ['No todos pueden enviar mensajes a esta cuenta'],
  cannotMessage: ['No puedes enviar mensajes a esta cuenta'],
  goneUser: ['Usuario de Instagram'],
  invitePending: ['Invitación enviada', 'cuando se acepte tu invitación'],
  wroteFirst: ['Aceptar la solicitud de mensaje de'],
  noAccountFound: ['No se encontró ninguna cuenta'],
  rateLimit: [
    'Limitamos la frecuencia',
    'Restringimos cierta actividad',
    'Acción bloqueada',
    'Espera unos minutos antes de volver a intentarlo',
    'Alcanzaste tu límite diario',
  ],
  harmless: ['Se produjo un error', 'Algo salió mal'],
  codeWanted: ['Ingresa el código que enviamos a', 'Revisa tu correo electrónico'],
  confirmWanted: [
    'Intento de inicio de sesión sospechoso',
    'Ayúdanos a confirmar que eres tú',
    'Confirma que eres una persona',
    'Agrega un número de teléfono para volver a Instagram',
  ],
  suspended: ['Suspendimos tu cuenta', 'Inhabilitamos tu cuenta'],
  automationWarning: ['Sospechamos que hay comportamiento automatizado en tu cuenta'],
  wrongPassword: ['La contraseña no es correcta', 'información de inicio de sesión que ingresaste no es correcta'],
  signInProblem: ['problema para iniciar tu sesión en Instagram'],
};
