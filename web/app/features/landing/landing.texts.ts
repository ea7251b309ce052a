import { productName } from '@sandpiper/contract/limits';

const tagline = 'Instagram outreach that never messages anyone twice';

/** UI strings for the landing page. The sample campaign's strings have their own file. Prices and plan features are in the contract. */
export const landingTexts = {
  meta: {
    title: `${productName}: ${tagline}`,
    summary:
      'Sandpiper sends your message to a list of people, one at a time, from your own Instagram accounts in your own Firefox. You can follow every message as it’s sent.',
    operatingSystems: 'Web, Windows 10, Windows 11, Linux, macOS',
    imageAlt: `${productName}: ${tagline}. A trail of footprints along a shore.`,
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
    ask: 'Request a user account',
    howItWorks: 'See how it works',
    trial: (days: string) => `${days}-day free trial. No credit card needed.`,
    price: (price: string) => `Plans start at <link>${price} a month</link>.`,
    warning: 'Automation can cost you an account. <link>Read about the risk</link> before you start.',
  },
  features: {
    title: 'Is it sending? Is anything wrong? What are the results?',
    lead: 'One screen answers all three questions.',
    items: [
      {
        title: 'One person, one message',
        text: 'Everyone on a list gets the campaign’s message once, or you see why they didn’t. A crash, a restart or a lost connection doesn’t change that.',
      },
      {
        title: 'Several accounts, one list',
        text: 'Choose the accounts that share a campaign. Each keeps its own pace. If one has to stop, the others continue with the list.',
      },
      {
        title: 'Your pace',
        text: 'Set the shortest and longest wait between two messages. Sandpiper picks a time in between, and a restart never makes an account send faster.',
      },
      {
        title: 'A live log',
        text: 'The log shows the time, account, person and outcome of each message as it happens. You can export it as a spreadsheet.',
      },
      {
        title: 'Lists cleaned up for you',
        text: 'Paste up to 100,000 usernames at once. Sandpiper skips duplicates, blank lines and invalid usernames.',
      },
      {
        title: 'Unread replies in one place',
        text: 'Check your accounts with one click and see which ones have unread replies.',
      },
    ],
  },
  breakdown: {
    title: 'Set it up once, in three steps. Then it runs by itself.',
    steps: [
      {
        title: 'Connect your computer',
        text: 'Install Sandpiper Agent on Windows, Linux or macOS and confirm a short code. Sign in to Instagram yourself, in the Firefox profiles that the agent uses.',
      },
      {
        title: 'Write a message, add a list',
        text: 'Import usernames along with first names, cities or other details, and put {first_name} where the name should go. You can read each finished message before anything is sent.',
      },
      {
        title: 'Start and watch',
        text: 'Choose the accounts and press Start. Pause or stop at any time from any browser, even on your phone.',
      },
    ],
  },
  refusals: {
    title: 'What Sandpiper doesn’t do',
    lead: 'Some tools promise to get around Instagram’s defenses. Sandpiper doesn’t, and we’re proud of that.',
    items: [
      {
        title: 'We stop when Instagram objects',
        text: 'If Instagram blocks an account or challenges it, that account stops immediately and you see the reason. The person it was about to message goes back in the queue. An account that is signed out stops too, unless you have stored its password. Then the agent signs it in again, at most twice an hour.',
      },
      {
        title: 'We hide nothing',
        text: 'We don’t use proxies, disguise the browser, solve captchas or imitate human typing. Firefox tells websites that it’s automated, and we leave it that way.',
      },
      {
        title: 'We never guess',
        text: 'If we can’t tell whether a message was sent, the agent looks for it in the conversation. When in doubt, it doesn’t send it again.',
      },
      {
        title: 'We don’t need your Instagram password',
        text: 'You sign in to Instagram in your own Firefox. If you choose to store a password, it’s encrypted and never shown again.',
      },
    ],
  },
  pricing: {
    title: 'Pricing',
    period: 'Billing period',
    monthly: 'Monthly',
    yearly: 'Yearly',
    saving: 'Save 12% on annual',
    trial: (days: string) => `Your ${days}-day free trial of Starter begins when you sign up.`,
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
          'Yes. Instagram’s terms don’t allow automated messages without its permission. Instagram may limit an account, ask you to verify it, or disable it permanently, and no one can promise you otherwise. Sandpiper keeps to your pace and stops at Instagram’s first objection, but it can’t make outreach safe. Write to people who have a reason to hear from you, and use accounts you can afford to lose.',
      },
      {
        question: 'Can someone get the same message twice?',
        answer:
          'Only if you ask for it. In a campaign, each person is listed once, with one outcome. If the outcome is unclear, the agent checks the conversation before it does anything else. Sandpiper also remembers who got which message, even after you delete the campaign, the list or the account. Every campaign with the same message skips those people, unless you choose to send it again.',
      },
      {
        question: 'What has to run on my computer?',
        answer:
          'Firefox and Sandpiper Agent, a small program for 64-bit Windows 10 and 11, Linux and macOS. The agent opens Firefox windows you can see, sends the campaign’s messages and then closes the windows. While the computer sleeps, the campaign waits.',
      },
      {
        question: 'Do you need my Instagram password?',
        answer:
          'No. You sign in yourself, in your own Firefox profile. If you want, you can store a password for the agent to fill in on Instagram’s own sign-in page, in a window you can see. The password is stored encrypted and never shown on any screen.',
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
    lead: 'Tell us what you’d like to do and what’s stopping you. A person reads every message and replies by email.',
    privacy:
      '<strong>Privacy notice.</strong> We keep your name, email address and message so that we can reply. We don’t share them or send you anything else. To have them deleted, write to us using this form.',
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
