import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** Draws the content of each marked part. */
export type RichTextTags = Record<string, (children: string) => ReactNode>;

/** A text whose `<name>…</name>` parts are drawn by the component, so that a sentence stays whole in its texts file. Parts don't nest. */
export function RichText({ text, tags }: { text: string; tags: RichTextTags }) {
  return [...text.matchAll(/<(\w+)>(.*?)<\/\1>|<|[^<]+/gsu)].map((match) => {
    const [part, name = '', children = ''] = match;
    const draw = tags[name];
    return <Fragment key={match.index}>{draw === undefined ? part : draw(children)}</Fragment>;
  });
}
