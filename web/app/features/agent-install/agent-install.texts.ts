import { agentProductName } from '@sandpiper/contract/limits';

export const agentInstallTexts = {
  title: agentProductName,
  intro:
    'Sandpiper Agent runs on your computer and sends messages through your own Firefox. Install Firefox first if you don’t have it.',
  system: 'Operating system',
  systems: { windows: 'Windows', mac: 'macOS', linux: 'Linux' },
  download: (system: string, bytes: number) => `Download for ${system} (${(bytes / 1_048_576).toFixed(1)} MB)`,
  fileTitle: (fileName: string, version: string) => `${fileName}, version ${version}`,
  check: {
    title: 'Check that the download is complete',
    windows:
      'Open PowerShell and run this command. It prints <code>True</code> if your file matches the one on this server.',
    terminal: 'Run this command in a terminal. It prints <code>OK</code> if your file matches the one on this server.',
    command: {
      windows: (fileName: string, sha256: string) =>
        `(Get-FileHash "$HOME\\Downloads\\${fileName}").Hash -eq "${sha256}"`,
      mac: (fileName: string, sha256: string) => `echo "${sha256} *$HOME/Downloads/${fileName}" | shasum -a 256 -c`,
      linux: (fileName: string, sha256: string) => `echo "${sha256} *$HOME/Downloads/${fileName}" | sha256sum -c`,
    },
  },
  windows: {
    open: 'Open the downloaded file. You don’t need administrator rights.',
    approve:
      'A window shows a code, and your browser opens. Check that both show the same code, then choose <b>Approve</b>.',
  },
  terminal: {
    node: 'Install Node 22.13 or newer from nodejs.org.',
    install:
      'Install the file you downloaded. If this fails with “permission denied”, put <code>sudo</code> before the command.',
    installCommand: (fileName: string) => `npm install --global ~/Downloads/${fileName}`,
    pair: 'Connect the computer. When your browser opens, check the code and choose <b>Approve</b>.',
    pairCommand: (options: string) => `sandpiper-agent pair ${options}`,
    start: 'Start the agent, and set it to start whenever you sign in to the computer.',
    startCommand: 'sandpiper-agent install',
  },
  missing: {
    admin: 'This server doesn’t offer downloads yet. To build them, stop the server and start it with this command:',
    adminSome: (system: string) =>
      `This server doesn’t offer a download for ${system} yet. To build it, stop the server and start it with this command:`,
    adminCommand: 'npm start -- --with-downloads',
    adminElse:
      'Or run the agent from Sandpiper’s source code. On your computer, run this command in the source code folder.',
    user: (system: string) => `This server doesn’t offer a download for ${system} yet. Ask your administrator for one.`,
    help: 'See also their <link>help page</link>.',
    userElse: 'If you have a copy of Sandpiper’s source code, you can run the agent from it:',
    node: 'Install Node 20 or newer from nodejs.org.',
    userCommand: 'Open a terminal in the source code folder and run this command.',
    document: 'The file <code>docs/agent.md</code> in that folder explains how to use the agent.',
    command: (options: string) => `npm run agent -- ${options}`,
    approve: 'When your browser opens, check the code and choose <b>Approve</b>.',
  },
  code: 'No page opened? <link>Enter the code</link> that the agent shows.',
  waiting: 'Waiting for your computer…',
  connected: 'Your computer is connected.',
  another: 'Connect another computer',
  onPhone: 'Open this page on the computer that will send your messages:',
  offline:
    'You’ve connected a computer, but it’s offline. Start Sandpiper Agent on it to continue, or connect another computer.',
  copy: (command: string) => `Copy ${command}`,
  copied: 'Copied',
  copyFailed: 'Failed to copy the command',
  copyByHand: 'Select the command and copy it yourself.',
  what: 'The downloads',
  loadFailed: 'Failed to check for downloads',
  downloadFailed: 'Failed to download the agent',
  expired: `Your subscription has expired. Please renew to download ${agentProductName}.`,
} as const;
