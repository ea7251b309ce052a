export const diagnosticReportTexts = {
  action: 'Show Diagnostic Report',
  title: (name: string) => `Diagnostic report for ${name}`,
  loading: 'Asking the agent for the report…',
  loadFailed: 'Couldn’t get the report',
  retry: 'Try again',
  label: 'Full report',
  what: 'The agent wrote this report when its check of Instagram’s pages failed. It describes how the page was built: which kinds of elements it had, how large they were and how they were nested. It contains no text, pictures or links from the page, and no one’s name or username.',
  where:
    'The report is stored on this account’s computer. What you see is a copy, which the server deletes within minutes. Nothing is sent to support unless you choose to send it.',
  after:
    'Sending the report creates a support ticket that contains its full text. This server’s administrators can read the ticket. The report is kept with the ticket.',
  send: 'Send to support',
  close: 'Close',
  sent: (number: string) => `Sent to support as ticket #${number}`,
  sendFailed: 'Failed to send the report',
  subject: 'Diagnostic report: Instagram’s pages',
  description: 'The agent’s check of Instagram’s pages failed. The report is attached.',
} as const;
