/** UI strings for the notice about a missing agent. They are in a separate file, because the first screen doesn't show this notice. */
export const agentNoticeTexts = {
  paused: {
    title: 'Your agent is paused',
    text: (what: string) => `${what} needs Sandpiper Agent, which is paused. Resume it on your computer.`,
  },
  outdated: {
    title: 'Your agent is the wrong version',
    text: (what: string) =>
      `${what} needs the version of Sandpiper Agent that matches the server. <link>Get the matching version in Settings</link>`,
  },
  offline: {
    title: 'Your agent is offline',
    text: (what: string) => `${what} needs Sandpiper Agent. Start it on your computer.`,
  },
  notPaired: {
    title: 'No agent is connected yet',
    text: (what: string) => `${what} needs Sandpiper Agent on your computer. <link>Install it from Settings</link>`,
  },
};
