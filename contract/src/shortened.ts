/** Shortens text to at most `max` characters, without cutting through an emoji or an accented letter. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, new Intl.Segmenter().segment(text).containing(max)?.index);
}
