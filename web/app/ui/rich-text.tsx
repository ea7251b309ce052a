import { createElement, Fragment, type ReactNode } from 'react';

/** How each named part of a text is rendered. */
export type RichTextTags = Record<string, (children: string) => ReactNode>;

/** Renders a text whose `<name>…</name>` parts become elements, so that a sentence stays whole in its texts file. Parts don't nest. */
export function RichText({ text, tags }: { text: string; tags: RichTextTags }) {
  const parts = text.split(/(<\w+>.*?<\/\w+>)/su).map((part) => {
    const [, name = '', children = ''] = /^<(\w+)>(.*)<\/\1>$/su.exec(part) ?? [];
    const draw = tags[name];
    return draw === undefined ? part : draw(children);
  });
  return createElement(Fragment, null, ...parts);
}
