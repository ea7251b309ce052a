/** One of a fixed set of values, and what people call it. */
export type Choice<Value extends string> = { readonly value: Value; readonly label: string };

/** The choice with that value, or undefined: an address may hold anything. */
export function chosen<Value extends string>(choices: readonly Choice<Value>[], value: string): Value | undefined {
  return choices.find((choice) => choice.value === value)?.value;
}

export function labelOf<Value extends string>(choices: readonly Choice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
