import { z } from 'zod';

const missing = 'Please fill in all required fields';
const unusable = 'This value cannot be used';
/** A longer list of what could be used helps nobody. */
const mostListed = 12;

/** Lets every refusal of an input that has no words of its own in the contract be read by people. */
export function speakPlainly(): void {
  z.config({ customError: textOf });
}

function textOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return missing;
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? missing : `Use at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? `Use at most ${issue.maximum} characters` : `Use at most ${issue.maximum}`;
    case 'invalid_value':
      return issue.values.length > mostListed ? unusable : `Use one of: ${issue.values.map(String).join(', ')}`;
    default:
      return unusable;
  }
}
