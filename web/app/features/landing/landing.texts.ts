import { productName } from '@sandpiper/contract/limits';

const tagline = 'Instagram outreach that never messages anyone twice';

/** Texts of the landing page, except prices and plan features, which are in the contract. */
export const landingTexts = {
  meta: {
    title: `${productName}: ${tagline}`,
    summary:
      'Sandpiper sends your message to a list of people from your own Instagram accounts, one person at a time, through your own Firefox. You can follow every message.',
    operatingSystems: 'Web, Windows 10, Windows 11, Linux, macOS',
    imageAlt: `${productName}: ${tagline}. Footprints run along a shore.`,
  },
  navigation: {
    skip: 'Skip to content',
    sections: 'Sections',
    menu: 'Menu',
    footer: 'Footer',
    signIn: 'Sign In',
    signUp: 'Sign Up',
    ask: 'Contact us',
  },
  sections: [
    { id: 'features', label: 'Features' },
    { id: 'breakdown', label: 'How it works' },
    { id: 'pricing', label: 'Pricing' },
    { id: 'faq', label: 'Questions' },
    { id: 'contact', label: 'Contact' },
  ],
  hero: {
    tagline,
    register: 'Create your account',
    ask: 'Ask for an account',
    howItWorks: 'See how it works',
    warning: 'Automation can cost you an account. <link>Read about the risk</link> before you start.',
  },
  features: {
    title: 'Is it sending? Is anything wrong? What are the results?',
    lead: 'One screen answers all three questions.',
    items: [
      {
        title: 'One person, one message',
        text: 'Every person on a list gets a campaign’s message once, or you see why not. A crash, a restart or a lost connection does not change that.',
      },
      {
        title: 'Several accounts, one list',
        text: 'Pick the accounts that share a campaign. Each keeps its own pace, and when one has to stop, the others take over its people.',
      },
      {
        title: 'Your pace',
        text: 'Set the shortest and the longest wait between two messages. Sandpiper picks a time in between, and a restart never makes it faster.',
      },
      {
        title: 'Live, line by line',
        text: 'Time, account, person, outcome. The log shows what happened a second ago, and you can export it as a spreadsheet.',
      },
      {
        title: 'Lists clean themselves',
        text: 'Paste up to 100,000 names at once. Duplicates, blank lines and invalid usernames are left out.',
      },
      {
        title: 'Unread replies in one place',
        text: 'One check goes through your accounts and shows where people have replied.',
      },
    ],
  },
  breakdown: {
    title: 'Set up once in three steps. Then it runs itself.',
    steps: [
      {
        title: 'Connect your computer',
        text: 'Install Sandpiper Agent on Windows, Linux or macOS and confirm a short code. It works in Firefox profiles where you sign in to Instagram yourself.',
      },
      {
        title: 'Write a message, add a list',
        text: 'Import a list with the first names, cities or shops you know, and write {first_name} where one goes. You read each finished message before anything is sent.',
      },
      {
        title: 'Start and watch',
        text: 'Choose the accounts and press Start. Pause or stop at any time from any browser, even on your phone.',
      },
    ],
  },
  refusals: {
    title: 'What Sandpiper does not do',
    lead: 'Some tools promise to slip past Instagram. This is not one of them, and we are proud of it.',
    items: [
      {
        title: 'We stop when Instagram objects',
        text: 'When Instagram shows a block, a challenge or a sign-out, that account stops at once and you see the reason. The person it was about to message goes back in the queue.',
      },
      {
        title: 'We hide nothing',
        text: 'No proxies, no disguised browser, no solved captchas, no imitation of human typing. Firefox reports that it is automated, and so do we.',
      },
      {
        title: 'We never send blind',
        text: 'If we can’t tell whether a message was sent, the agent reads the conversation first. When in doubt, it does not send.',
      },
      {
        title: 'We don’t need your Instagram password',
        text: 'You sign in to Instagram in your own window. If you choose to store a password, it is encrypted and never shown again.',
      },
    ],
  },
  pricing: {
    title: 'Prices',
    period: 'Billing period',
    monthly: 'Monthly',
    yearly: 'Yearly',
    saving: 'Save 12% on annual',
    perMonth: 'per month',
    perYear: 'per year',
    price: (amount: number) => `$${amount.toFixed(2)}`,
    mostPopular: 'Most Popular',
    custom: 'For large teams, many computers, or anything else you need.',
    contact: 'Contact us',
    signUp: 'Sign Up',
    signUpFor: (plan: string) => `Sign up for ${plan}`,
  },
  faq: {
    title: 'Questions',
    items: [
      {
        question: 'How many Instagram accounts can I use?',
        answer:
          'Starter supports up to 10 profiles. Unlimited has no cap. A profile is one Instagram account in one Firefox profile.',
      },
      {
        question: 'Can this get my account restricted?',
        answer:
          'Yes. Instagram’s terms do not allow automated messages without its permission. Instagram may slow an account down, ask you to verify it, or disable it for good, and nobody can promise you otherwise. Sandpiper keeps your pace and stops at the first objection, but it cannot make outreach safe. Write to people who have a reason to hear from you, and use accounts you can afford to lose.',
      },
      {
        question: 'Can someone get the same message twice?',
        answer:
          'Not from the same campaign. Every person is one entry with one outcome, and if an outcome is unclear, the agent checks the conversation before anything else happens. If you delete a campaign, its people can be messaged again. We tell you how many before you delete it.',
      },
      {
        question: 'What has to run on my computer?',
        answer:
          'Firefox and Sandpiper Agent, a small program for 64-bit Windows 10 and 11, Linux and macOS. The agent opens Firefox windows you can see, sends the campaign’s messages and closes the windows again. While the computer sleeps, the campaign waits.',
      },
      {
        question: 'Do you need my Instagram password?',
        answer:
          'No. You sign in yourself, in your own Firefox profile. If you want, you can store a password for the agent to fill in on Instagram’s own sign-in page, in a window you can see. It is stored encrypted, and no screen ever shows it.',
      },
      {
        question: 'What happens when my subscription ends?',
        answer:
          'Running campaigns are paused and nothing more is sent. Your accounts, lists, templates and results are kept. When you renew, you pick up where you left off.',
      },
    ],
  },
  contact: {
    title: 'Contact',
    lead: 'Tell us what you want to do and what is stopping you. A person reads every message and answers by email.',
    privacy:
      '<strong>Privacy notice.</strong> We keep your name, email address and message so that we can answer you. We do not share them and send you nothing else. To have them deleted, write to us here.',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    agree: 'I have read the privacy notice and agree to it',
    needsScript: 'This form needs JavaScript.',
    send: 'Send message',
    sending: 'Sending…',
    thanks: "Thanks! Your message has been sent. We'll reply soon.",
    nameRequired: 'Name is required',
    emailRequired: 'Valid email is required',
    messageRequired: 'Please add a short message',
    agreeRequired: 'Please accept the privacy notice',
  },
  footer: 'Sandpiper is not affiliated with Instagram or Meta.',
} as const;
