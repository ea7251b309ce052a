/** An error whose message tells the operator what is wrong or what to do. It is shown without a stack trace. */
export class OperatorError extends Error {}
