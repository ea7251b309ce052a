/** Texts of the dialog that shows a diagnostic report. */
export const diagnosticReportTexts = {
  action: 'Show Diagnostic Report',
  title: (name: string) => `Diagnostic report of ${name}`,
  loading: 'Asking the agent for the report…',
  loadFailed: "Couldn't get the report",
  retry: 'Try again',
  label: 'The whole report',
  what: "The agent wrote this report when its check of Instagram's pages failed. It describes how the page was built: kinds of elements, their sizes and how they are nested. It contains no names, texts, pictures or addresses of people.",
  where:
    'The report is on the computer of this account. This is a copy to read, and the server deletes its own. Nothing is sent to support until you choose it.',
  after:
    'Sending creates a support ticket with this whole text. The administrators of this server can read it, and it stays with the ticket.',
  send: 'Send to support',
  close: 'Close',
  sent: (number: string) => `Sent to support as ticket #${number}`,
  sendFailed: "Couldn't send the report",
  subject: "Diagnostic report: Instagram's pages",
  description: "The agent's check of Instagram's pages failed. The report is attached.",
} as const;
