import { tokenKinds } from './secrets/tokens.ts';

/* Determines what is logged about an error. Error messages may quote request data or row contents, so only harmless parts are logged. */

type LoggedError = {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  /** Set only for database errors. */
  table?: string;
  column?: string;
  constraint?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const leftOut = '(left out because it may quote a value)';
/** SQLSTATE classes whose messages may name tables and constraints or describe a state, but never quote values. */
const plainClasses = /^(08|23|25|28|3D|40|42|53|54|55|57|58|XX)/;
const sqlState = /^[0-9A-Z]{5}$/;
/** The maximum depth to which an error's causes are logged. The limit also ends the recursion if causes are circular. */
const maxDepth = 4;

const token = new RegExp(`sandpiper_(${tokenKinds.join('|')})_[\\w-]+`, 'g');

/** Masks Sandpiper's tokens, and the username and password in a URL. */
function masked(text: string): string {
  return text.replace(token, 'sandpiper_$1_***').replace(/(\w+:\/\/)[^\s/@]*@/g, '$1***@');
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

function isFromDatabase(error: Error): boolean {
  return sqlState.test(textOf(error, 'code') ?? '') && 'severity' in error;
}

function messageOf(error: Error): string {
  if (isFromDatabase(error)) return plainClasses.test(textOf(error, 'code') ?? '') ? error.message : leftOut;
  // The message of a SyntaxError quotes the text that couldn't be parsed.
  return error instanceof SyntaxError ? leftOut : masked(error.message);
}

/** Returns the code locations from an error's stack, without the message at the beginning. */
function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: leftOut };
  const code = textOf(error, 'code');
  const facts = isFromDatabase(error) ? (['table', 'column', 'constraint'] as const) : [];
  const isDeep = depth < maxDepth;
  return {
    type: error.name,
    message: messageOf(error),
    stack: placesOf(error),
    ...(code === undefined ? {} : { code }),
    ...Object.fromEntries(
      facts.flatMap((name) => (textOf(error, name) === undefined ? [] : [[name, textOf(error, name)]])),
    ),
    ...(error.cause !== undefined && isDeep ? { cause: errorForLog(error.cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && isDeep
      ? { errors: error.errors.map((each: unknown) => errorForLog(each, depth + 1)) }
      : {}),
  };
}
