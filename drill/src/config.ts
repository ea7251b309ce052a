/** What a child process may inherit. */
export const inherited = { PATH: process.env['PATH'] ?? '' };
