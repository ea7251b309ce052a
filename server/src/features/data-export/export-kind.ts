export type ExportKind = {
  /** The name of the kind's file. The kind's sheet has the same name, with spaces and a capital letter. */
  name: string;
  table: string;
  /** The columns that order the rows of one user, with their types. An index begins with `user_id` and these. */
  key: readonly (readonly [column: string, type: 'bigint' | 'text' | 'date'])[];
  /** Listed explicitly, so that adding a column never exports a secret. */
  columns: readonly string[];
  /** Additional columns, as SQL over the row `t`. */
  more?: Readonly<Record<string, string>>;
  /** Selects the table's rows to export, as SQL over the row `t`. */
  only?: string;
};

/** The `key` of a table whose rows have an id. */
export const byId = [['id', 'bigint']] as const;

/** An additional column with the name of the account that the row `t` belongs to. */
export const profileName = {
  profile_name: '(SELECT p.profile_name FROM profiles p WHERE p.user_id = t.user_id AND p.id = t.profile_id)',
};
