/** The words of the site in one language. Case and kinds of blanks do not matter when they are compared. */
export type SiteTexts = {
  /** Buttons, by their whole text or label. */
  message: string[];
  sendMessage: string[];
  options: string[];
  /** What the "…" menu of a profile offers. */
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
  /** These say that the account is being slowed down. "Try again later" is not here: harmless errors say it as well. */
  rateLimit: string[];
  /** Notices that may be closed. They say nothing about the account. */
  harmless: string[];
  /** Pages and dialogs that only the account's owner may pass, where the address does not show it. */
  codeWanted: string[];
  confirmWanted: string[];
  suspended: string[];
  automationWarning: string[];
  wrongPassword: string[];
  signInProblem: string[];
};
