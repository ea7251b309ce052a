/* Renders an email as plain text, and as simple HTML with the same content. */

type Link = { label: string; url: string };

type LetterContent = {
  subject: string;
  sections: readonly { title: string; paragraphs: readonly string[]; link?: Link }[];
  footer: readonly { text: string; link?: Link }[];
};

export type Letter = { subject: string; text: string; html: string; headers?: Record<string, string> };

const pageStyle = 'margin:0;padding:24px;background:#f7f2e8;color:#17282c;font:16px/1.5 system-ui,sans-serif';
const sheetStyle = 'max-width:560px;margin:0 auto;padding:24px;background:#fdfaf4;border-radius:10px';
const titleStyle = 'margin:0 0 4px;font-size:18px;line-height:1.35';
const linkStyle = 'color:#0d666b';
const footerStyle = 'max-width:560px;margin:16px auto 0;color:#4d5c5d;font-size:13px';

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function anchor({ label, url }: Link): string {
  return `<a href="${escaped(url)}" style="${linkStyle}">${escaped(label)}</a>`;
}

function textOf({ sections, footer }: LetterContent): string {
  const parts = sections.map(({ title, paragraphs, link }) =>
    [title, ...paragraphs, ...(link === undefined ? [] : [link.url])].join('\n'),
  );
  const last = footer.map(({ text, link }) => (link === undefined ? text : `${text} ${link.url}`));
  // Mail programs recognize "-- " as the start of a signature.
  return `${[...parts, ['-- ', ...last].join('\n')].join('\n\n')}\n`;
}

function htmlOf({ subject, sections, footer }: LetterContent): string {
  const parts = sections.map(({ title, paragraphs, link }) => {
    const lines = paragraphs.map((paragraph) => `<p style="margin:0 0 8px">${escaped(paragraph)}</p>`);
    const way = link === undefined ? '' : `<p style="margin:0">${anchor(link)}</p>`;
    return `<h2 style="${titleStyle}">${escaped(title)}</h2>${lines.join('')}${way}`;
  });
  const last = footer.map(({ text, link }) => escaped(text) + (link === undefined ? '' : ` ${anchor(link)}`));
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    `<body style="${pageStyle}"><div style="${sheetStyle}">` +
    `${parts.join('<hr style="margin:20px 0;border:0;border-top:1px solid #e3dac8">')}</div>` +
    `<p style="${footerStyle}">${last.join('<br>')}</p></body></html>`
  );
}

export function letterOf(content: LetterContent): Letter {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}
