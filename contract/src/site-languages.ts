/**
 * What the agent does if Instagram is set to one of the given languages. `sends`: the agent sends messages. `with_care`: the agent also
 * sends messages, but Instagram's response must confirm each message. `reads`: the agent only counts unread messages.
 */
export type LanguageUse = 'sends' | 'with_care' | 'reads';

/**
 * The languages the agent knows, by their English names and grouped by how well the agent knows them. In any other language, the agent
 * counts unread messages but doesn't send. One of the agent's tests compares this list with the page pack.
 */
export const siteLanguages: readonly { languages: readonly string[]; use: LanguageUse; known: string }[] = [
  { languages: ['English'], use: 'sends', known: 'Nearly everything Instagram says.' },
  {
    languages: ['Spanish'],
    use: 'sends',
    known:
      "Buttons and the most important refusals. The rest is our own translation, so Instagram's wording may differ.",
  },
  {
    languages: ['Korean', 'Portuguese'],
    use: 'sends',
    known: "Buttons. Refusals are our own translations, so Instagram's wording may differ.",
  },
  {
    languages: ['French', 'German', 'Indonesian', 'Italian', 'Japanese', 'Russian', 'Turkish'],
    use: 'with_care',
    known: 'Some buttons, but no refusals.',
  },
  { languages: ['Arabic', 'Chinese', 'Hindi'], use: 'reads', known: 'Only a few words.' },
];
