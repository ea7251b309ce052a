/** The environment variables that a child process inherits. */
export const inherited = { PATH: process.env['PATH'] ?? '' };
