import { createElement, Fragment, type ReactNode } from 'react';

/** The render function for each tag, by tag name. */
export type RichTextTags = Record<string, (children: string) => ReactNode>;

/**
 * Renders a string in which `<name>…</name>` parts become elements. This way, a sentence with a link is a single UI string. Tags can't be
 * nested.
 */
export function RichText({ text, tags }: { text: string; tags: RichTextTags }) {
  const parts = text.split(/(<\w+>.*?<\/\w+>)/su).map((part) => {
    const [, name = '', children = ''] = /^<(\w+)>(.*)<\/\1>$/su.exec(part) ?? [];
    const draw = tags[name];
    return draw === undefined ? part : draw(children);
  });
  return createElement(Fragment, null, ...parts);
}
