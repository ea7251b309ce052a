import { plainText } from './plain-text.mjs';

/** Where node:test, vitest and Playwright begin to say what failed, after everything else. */
const beginnings = [/^✖ failing tests:$/m, /^.*\b(?:Failed (?:Tests|Suites) \d+|Unhandled Errors)\b.*$/m, /^ {2}1\) /m];
const lastLines = 120;
const firstLines = 8;

/** The part of a failed suite's output that says what failed; its end where no such part is known. */
export function failureText(output) {
  const text = plainText(output).trimEnd();
  for (const beginning of beginnings) {
    const start = text.search(beginning);
    if (start >= 0) return text.slice(start);
  }
  return text.split('\n').slice(-lastLines).join('\n');
}

/** The first lines of it that say anything, for a look while other suites still run. */
export function firstFailureText(output) {
  const lines = failureText(output).split('\n');
  return lines
    .filter((line) => /\w/.test(line))
    .slice(0, firstLines)
    .join('\n');
}
