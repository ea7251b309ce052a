export type ExportKind = {
  /** The name of its file; with blanks and a capital letter, of its sheet. */
  name: string;
  table: string;
  /** What the rows are ordered by within a user, with the types. An index begins with `user_id` and these. */
  key: readonly (readonly [column: string, type: 'bigint' | 'text' | 'date'])[];
  /** Listed one by one, so that nothing secret is exported because somebody added a column. */
  columns: readonly string[];
  /** More columns, as SQL over the row `t`. */
  more?: Readonly<Record<string, string>>;
  /** Which rows of the table, as SQL over the row `t`. */
  only?: string;
};

/** For tables whose rows have an id. */
export const byId = [['id', 'bigint']] as const;

/** The name of the account of the row `t`. */
export const profileName = {
  profile_name: '(SELECT p.profile_name FROM profiles p WHERE p.user_id = t.user_id AND p.id = t.profile_id)',
};
