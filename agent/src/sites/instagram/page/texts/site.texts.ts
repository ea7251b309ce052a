/** The words by which one language of the site is recognised. Compared without regard to case and to kinds of blanks. */
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
  /** Say that this account is being slowed down. "Try again later" alone also stands in harmless errors and is not here. */
  rateLimit: string[];
  /** Notices that may be put away: they say nothing about the account. */
  harmless: string[];
  /** Pages and dialogs that only the account's owner may pass, where the address does not tell. */
  codeWanted: string[];
  confirmWanted: string[];
  suspended: string[];
  automationWarning: string[];
  wrongPassword: string[];
  signInProblem: string[];
};
