import { agentProductName } from '@sandpiper/contract/limits';

/** Texts about installing Sandpiper Agent on a computer. */
export const agentInstallTexts = {
  title: agentProductName,
  intro:
    'Sandpiper Agent runs on your computer and sends through your own Firefox. Install Firefox first if you don’t have it.',
  system: 'Operating system',
  systems: { windows: 'Windows', mac: 'macOS', linux: 'Linux' },
  download: (system: string, bytes: number) => `Download for ${system} (${(bytes / 1_048_576).toFixed(1)} MB)`,
  fileTitle: (fileName: string, version: string) => `${fileName}, version ${version}`,
  check: {
    title: 'Check that the download is complete',
    windows: 'Open PowerShell and run this line. It prints <code>True</code> when the file is the one on this server.',
    terminal: 'Run this line in a terminal. It prints <code>OK</code> when the file is the one on this server.',
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
    install: 'Install the download. If this fails with “permission denied”, put <code>sudo</code> in front of it.',
    installCommand: (fileName: string) => `npm install --global ~/Downloads/${fileName}`,
    pair: 'Connect the computer. Your browser opens: check the code, then choose <b>Approve</b>.',
    pairCommand: (options: string) => `sandpiper-agent pair ${options}`,
    start: 'Start the agent, now and whenever you sign in to the computer.',
    startCommand: 'sandpiper-agent install',
  },
  missing: {
    admin: 'This server doesn’t offer downloads yet. To build them, stop the server and start it with this command:',
    adminSome: (system: string) =>
      `This server doesn’t offer a download for ${system} yet. To build it, stop the server and start it with this command:`,
    adminCommand: 'npm start -- --with-downloads',
    adminElse: 'Or run the agent from Sandpiper’s source code: on your computer, run this command in its folder.',
    user: (system: string) =>
      `This server doesn’t offer a download for ${system} yet. Ask your administrator for one, or run the agent from Sandpiper’s source code.`,
    userCommand:
      'On your computer, run this command in the folder of the source code. It needs npm and Node 20 or newer.',
    command: (options: string) => `npm run agent -- ${options}`,
    approve: 'Your browser opens: check the code, then choose <b>Approve</b>.',
  },
  code: 'The agent shows a code, but no page opened? <link>Enter the code</link>',
  waiting: 'Waiting for your computer…',
  connected: 'Your computer is connected.',
  offline: 'Your computer was connected before. Start Sandpiper Agent on it to continue, or connect another computer.',
  copy: (command: string) => `Copy ${command}`,
  copied: 'Copied',
  copyFailed: 'Failed to copy the command',
  copyByHand: 'Select the command and copy it yourself.',
  what: 'The downloads',
  loadFailed: 'Failed to look for the installer',
  downloadFailed: 'Failed to download the installer',
  expired: `Your subscription has expired. Please renew to download ${agentProductName}.`,
} as const;
