/** What the page script reads from @mia's profile when the account is signed in and no conversation is open. */
export const profilePage = {
  url: 'https://www.instagram.com/mia/',
  language: 'en',
  isReady: true,
  login: { hasPassword: false, canBegin: false, hasLink: false, hasNoViewer: false, words: '', alerts: [] },
  hasInboxLink: true,
  dialogs: [],
  main: '',
  profile: { handle: 'mia', hasMessage: true, hasOptions: true },
  chats: [],
  search: null,
  badge: null,
};
