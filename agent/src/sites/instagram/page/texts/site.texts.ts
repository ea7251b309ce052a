/** The site's texts in one language. Comparisons ignore case and kinds of whitespace. */
export type SiteTexts = {
  /** Buttons, by their complete text or label. */
  message: string[];
  sendMessage: string[];
  options: string[];
  /** Items of a profile's "…" menu. */
  profileMenu: string[];
  close: string[];
  newMessage: string[];
  openChat: string[];
  sendRequest: string[];
  notNow: string[];
  logIn: string[];
  useAnotherProfile: string[];
  declineCookies: string[];
  acceptCookies: string[];
  sending: string[];
  failedToSend: string[];

  /** Parts of longer texts. */
  cookieTitle: string[];
  conversationLabel: string[];
  missingPage: string[];
  privateAccount: string[];
  refusesRequests: string[];
  limited: string[];
  cannotMessage: string[];
  goneUser: string[];
  invitePending: string[];
  wroteFirst: string[];
  noAccountFound: string[];
  /** The account is being slowed down. "Try again later" is missing because harmless errors contain it as well. */
  rateLimit: string[];
  /** Notices that may be closed, because they do not concern the account. */
  harmless: string[];
  /** Pages and dialogs that only the owner may pass, when the address does not show it. */
  codeWanted: string[];
  confirmWanted: string[];
  suspended: string[];
  automationWarning: string[];
  wrongPassword: string[];
  signInProblem: string[];
};
