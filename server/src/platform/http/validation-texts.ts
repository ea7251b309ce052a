import { z } from 'zod';

const missing = 'Please fill in all required fields';
const unusable = "This value isn't valid";
/** The maximum number of allowed values to list in an error message. A longer list wouldn't help the user. */
const maxListed = 12;

/** Sets a readable message for every validation error that has none in the contract. */
export function setValidationTexts(): void {
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
      return issue.values.length > maxListed ? unusable : `Use one of: ${issue.values.map(String).join(', ')}`;
    default:
      return unusable;
  }
}
