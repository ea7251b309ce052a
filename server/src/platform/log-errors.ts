/* What of an error is logged. Errors quote what somebody sent or what a row holds, so only what is known to be harmless is kept. */

type LoggedError = {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  /** Of a database error. */
  table?: string;
  column?: string;
  constraint?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const leftOut = '(left out, because it can quote a value)';
/** SQLSTATE classes whose messages name tables, constraints and states, never a value. */
const plainClasses = /^(08|23|25|28|3D|40|42|53|54|55|57|58|XX)/;
const sqlState = /^[0-9A-Z]{5}$/;
/** Deep enough for a cause of a cause; a circle ends here too. */
const maxDepth = 4;

/** Replaces our own tokens, and the name and password in an address. */
function masked(text: string): string {
  return text
    .replace(/sandpiper_(session|agent|device|installer|mail)_[\w-]+/g, 'sandpiper_$1_***')
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1***@');
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
  // It quotes the text that it couldn't read.
  return error instanceof SyntaxError ? leftOut : masked(error.message);
}

/** The places in the code, without the message that a stack begins with. */
function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

/** An error as it is logged. */
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
