import { createElement, Fragment, type ReactNode } from 'react';

/** The render function for each tag, by tag name. */
export type RichTextTags = Record<string, (children: string) => ReactNode>;

/**
 * Renders a string and turns its `<name>…</name>` parts into elements. This way, a sentence with a link is a single UI string. Tags can't
 * be nested.
 */
export function RichText({ text, tags }: { text: string; tags: RichTextTags }) {
  const parts: ReactNode[] = [];
  let end = 0;
  // The closing tag must match the opening tag, because names of lists and campaigns can contain markup too.
  for (const found of text.matchAll(/<(\w+)>(.*?)<\/\1>/gsu)) {
    const [written, name = '', children = ''] = found;
    const draw = tags[name];
    parts.push(text.slice(end, found.index), draw === undefined ? written : draw(children));
    end = found.index + written.length;
  }
  parts.push(text.slice(end));
  return createElement(Fragment, null, ...parts);
}
