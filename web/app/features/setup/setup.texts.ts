export const setupTexts = {
  title: 'Send your first message',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  dismiss: 'Hide setup guide',
  dismissed: 'Setup guide hidden',
  dismissedDetail: 'You can open it again in Settings.',
  states: { done: 'Done', todo: 'To do', unknown: 'Unknown' },
  steps: {
    computer: { title: 'Connect this computer' },
    account: { title: 'Add an account' },
    list: {
      title: 'Create a list',
      make: 'Create a list',
      fill: (list: string) => `Add people to “${list}”`,
      isEmpty: (list: string) => `“${list}” is empty. Paste the usernames, or choose a file.`,
      explain: 'Give the list a name, then paste the usernames or choose a file.',
      another: 'Create another list',
    },
    template: {
      title: 'Write a message',
      write: 'Write a message',
      explain:
        '{username} is replaced with each person’s Instagram username, and {first_name} or {city} with values from your list. You’ll see a preview as you type.',
      another: 'Write another message',
    },
    start: {
      title: 'Review and start',
      notReady: 'Finish the steps above first.',
      create: 'Create a campaign',
      createText: 'Choose the message, the list and the accounts. Nothing is sent until you start the campaign.',
      review: (campaign: string) => `Review and start “${campaign}”`,
      reviewText: 'The campaign is ready. Check it once more, then start it.',
      watch: (campaign: string) => `Watch “${campaign}”`,
      watchText: 'The campaign is running. This step is done when the first message is sent.',
      resume: (campaign: string) => `Open “${campaign}”`,
      resumeText: 'The campaign is paused and hasn’t sent a message yet.',
    },
  },
  finished: {
    title: 'You’re set up',
    text: 'Your first message has been sent. From now on, the dashboard shows your campaigns.',
    close: 'Close setup guide',
  },
  settings: {
    title: 'Setup guide',
    text: 'The guide on the dashboard has five steps, from connecting a computer to sending your first message.',
    open: 'Open setup guide',
  },
} as const;
