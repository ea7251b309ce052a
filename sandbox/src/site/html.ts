/** Finished markup, which {@link html} inserts without escaping it. */
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

/** A template tag that escapes every value except {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? render(values[index] ?? '') : '')).join(''),
  };
}

export const nothing: Html = { markup: '' };

/** Returns data as JSON that is safe inside a script element. */
export function jsonScript(data: unknown): Html {
  return { markup: JSON.stringify(data).replaceAll('<', '\\u003c') };
}
