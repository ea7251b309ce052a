export const campaignLogTexts = {
  panel: 'Live campaign log',
  title: 'Campaign log',
  running: (count: number) => `${count} running`,
  paused: (count: number) => `${count} paused`,
  expand: 'Expand the log',
  collapse: 'Collapse the log',
  close: 'Close the log',
  entries: 'Latest entries',
  loading: 'Loading the log…',
  open: 'Log',
};
