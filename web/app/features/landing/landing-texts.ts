/** What the public page says, apart from its prices. */
export const tagline = 'Instagram outreach that never messages anyone twice';

export const summary =
  'Sandpiper sends your message to a list of people from your own Instagram accounts, one person at a time, through your own Firefox. You see every single one.';

export const features = [
  {
    title: 'One person, one message',
    text: 'Every person on a list gets a campaign’s message once or a reason why not. A crash, a restart or a lost connection in the middle changes nothing about that.',
  },
  {
    title: 'Several accounts, one list',
    text: 'Pick the accounts that share a campaign. Each keeps its own pace, and when one has to stop, the others finish its people.',
  },
  {
    title: 'Your pace, kept',
    text: 'Set the shortest and the longest wait between two messages. Sandpiper picks a time in between, and no restart ever makes it faster.',
  },
  {
    title: 'Live, line by line',
    text: 'Time, account, person, outcome. The log shows what happened a second ago, and exports as a spreadsheet when you need it.',
  },
  {
    title: 'Lists that clean themselves',
    text: 'Paste up to 100,000 names. Doubles, blanks and impossible names are sorted out and shown to you with their line.',
  },
  {
    title: 'Unread answers in one place',
    text: 'One check goes through all your accounts and tells you where people have written back.',
  },
] as const;

export const steps = [
  {
    title: 'Connect your computer',
    text: 'Install the Sandpiper Agent on Windows 10 or 11, compare a short code, done. It works in Firefox profiles where you sign in to Instagram yourself.',
  },
  {
    title: 'Write it, list them',
    text: 'Write a template with {username} where the name goes and paste the people it is for. You read the finished message before anything is sent.',
  },
  {
    title: 'Start, and watch',
    text: 'Choose the accounts and press Start. Pause and stop work at once, from any browser, even from your phone.',
  },
] as const;

export const refusals = [
  {
    title: 'We stop when Instagram objects',
    text: 'A block, a challenge or a sign-out ends that account’s part in the campaign on the spot. You get the reason. The person it was for goes back in the queue.',
  },
  {
    title: 'We hide nothing',
    text: 'No proxies, no disguised browser, no solved captchas, no pretended human typing. Firefox says it is being automated, and so do we.',
  },
  {
    title: 'We never send blind',
    text: 'If we cannot tell whether a message left, the agent reads the conversation first. When in doubt, it does not send.',
  },
  {
    title: 'We do not keep your sign-in',
    text: 'You sign in to Instagram in your own window. Storing a password is up to you; stored, it is encrypted and never shown again.',
  },
] as const;

export const questions = [
  {
    question: 'How many Instagram accounts can I use?',
    answer:
      'Starter supports up to 10 profiles. Unlimited has no cap. A profile is one Instagram account in one Firefox profile.',
  },
  {
    question: 'Can this get my account restricted?',
    answer:
      'Yes. Instagram’s terms do not allow automated messages without its permission. It may slow an account down, ask it to prove itself, or disable it for good, and nobody who tells you otherwise can know that. Sandpiper keeps your pace and stops at the first objection; it cannot make outreach safe. Write to people who have a reason to hear from you, and use accounts you could bear to lose.',
  },
  {
    question: 'Can somebody get the same message twice?',
    answer:
      'Not from the same campaign. Every person is one entry with one outcome, and an entry whose outcome is unclear is checked in the conversation before anything else happens. If you delete a campaign, its people are free to be messaged again; we tell you how many before you do.',
  },
  {
    question: 'What has to run on my computer?',
    answer:
      'Firefox and the Sandpiper Agent, a small program for 64-bit Windows 10 and 11, Linux and macOS. The agent opens Firefox windows you can see, does what the campaign says and closes them again. While the computer sleeps, the campaign waits.',
  },
  {
    question: 'Do you need my Instagram password?',
    answer:
      'No. You sign in yourself, in your own Firefox profile. You may store a password for the agent to fill in on Instagram’s own sign-in page, in a window you can see. It is stored encrypted, and no screen ever shows it.',
  },
  {
    question: 'What happens when my subscription ends?',
    answer:
      'Running campaigns are paused and nothing more is sent. Your accounts, lists, templates and results stay, and go on where they stopped when you renew.',
  },
] as const;

export const sections = [
  { id: 'features', label: 'Features' },
  { id: 'breakdown', label: 'How it works' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'faq', label: 'Questions' },
  { id: 'contact', label: 'Contact' },
] as const;
