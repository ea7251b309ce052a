/** UI strings for the page that pairs a computer by code. */
export const linkTexts = {
  title: 'Connect a computer',
  form: {
    title: 'Enter the code',
    subtitle: 'Sandpiper Agent shows a code when it starts on a computer that isn’t connected yet.',
    label: 'Code',
    submit: 'Continue',
    noCode: 'No code yet? <link>Set up Sandpiper Agent in Settings</link> first.',
  },
  ask: {
    title: (device: string) => `Connect ${device}?`,
    question: 'Does Sandpiper Agent on that computer show exactly this code?',
    scope: (username: string) => `If you approve, that computer acts as <strong>${username}</strong>. It can:`,
    gets: [
      'Open Firefox and send your campaigns’ messages from your Instagram accounts.',
      'Get the Instagram passwords you’ve stored for accounts on that computer, so that it can sign in.',
      'See the people and messages in the campaigns it works on.',
    ],
    until: 'It keeps this access until you revoke it in <link>Settings</link> or change your password.',
    onlyYours:
      '<strong>Approve only if you started Sandpiper Agent on that computer yourself.</strong> If someone sent you this code or a link to this page, choose Deny.',
    elsewhereTitle: 'This request comes from a different network',
    elsewhere: (address: string) =>
      `The computer’s IP address is ${address}, which is different from yours. If the computer is next to you, check that it’s on the same network. If you don’t recognize the address, choose Deny.`,
    needsPassword: 'connect a computer and let it send as you',
    expires: 'The code expires at <time></time>.',
    approve: 'Approve',
    deny: 'Deny',
  },
  approved: {
    title: (device: string) => `${device} is approved`,
    waiting: 'Waiting for Sandpiper Agent to start on that computer…',
    next: {
      windows:
        'On Windows, if the agent doesn’t start by itself, open <strong>Sandpiper Agent</strong> from the Start menu.',
      terminal:
        'On Linux and macOS, run this command on that computer. After that, the agent starts whenever you sign in there.',
      command: 'sandpiper-agent install',
    },
    online: 'Sandpiper Agent is running. That computer can now send for you.',
    done: 'You can close this page or <link>go to the dashboard</link>.',
  },
  denied: {
    title: 'Connection denied',
    text: (device: string) => `${device} wasn’t connected and can’t do anything on your behalf.`,
    another: 'Enter another code',
  },
  loading: 'Looking up the code',
  what: 'The code',
  expired:
    'This code has expired, was already used or was mistyped. Check it, or start the agent again to get a new one.',
  lookupFailed: 'Failed to look up the code',
  approveFailed: 'Failed to connect the computer',
  denyFailed: 'Failed to deny the connection',
} as const;
