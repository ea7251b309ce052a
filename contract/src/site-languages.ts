/** What the agent does if Instagram is set to a language. `with_care`: Instagram's own answer must confirm each message. */
export type LanguageUse = 'sends' | 'with_care' | 'reads';

/**
 * The languages the agent knows, in English, by how well it knows them. In any other language it counts unread messages but
 * doesn't send. An agent test compares this with its page pack.
 */
export const siteLanguages: readonly { languages: readonly string[]; use: LanguageUse; known: string }[] = [
  { languages: ['English'], use: 'sends', known: 'Nearly all words were seen on Instagram.' },
  {
    languages: ['Spanish'],
    use: 'sends',
    known: 'Buttons and the most important refusals were seen on Instagram. Other words are translated.',
  },
  {
    languages: ['Korean', 'Portuguese'],
    use: 'sends',
    known: 'Buttons were seen on Instagram. Refusals are translated.',
  },
  {
    languages: ['French', 'German', 'Indonesian', 'Italian', 'Japanese', 'Russian', 'Turkish'],
    use: 'with_care',
    known: 'Some buttons were seen on Instagram. Refusals are not known.',
  },
  { languages: ['Arabic', 'Chinese', 'Hindi'], use: 'reads', known: 'Single words are known.' },
];
