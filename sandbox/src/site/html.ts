/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replaceAll(/[&<>"']/gu, (character) => escapes[character] ?? character);
  }
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
}

/** Template tag that escapes every value that isn't markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? render(values[index] ?? '') : '')).join(''),
  };
}

export const nothing: Html = { markup: '' };

/** Returns JSON that is safe inside a script element. */
export function jsonScript(data: unknown): Html {
  return { markup: JSON.stringify(data).replaceAll('<', '\\u003c') };
}
