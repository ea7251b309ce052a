/** UI strings for the bell and the Notices page. */
export const noticesTexts = {
  title: 'Notices',
  description: 'What happened while you were away.',
  bell: (unread: number) => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`),
  many: '99+',
  list: {
    label: 'Notices',
    markAllRead: 'Mark all as read',
    unread: 'Unread',
    noun: 'notice',
    empty: 'No notices yet',
    emptyText:
      'We’ll tell you here when an account is put on hold, a campaign pauses or ends, support replies to you, an automatic check finds unread replies, or someone signs in from a new place.',
    choose: 'Choose which notices you get',
    loadFailed: 'Couldn’t load notices',
    readFailed: 'Failed to mark the notices as read',
  },
} as const;
