export type ExportKind = {
  /** The name of the JSON file, in snake_case. The worksheet has the same name, written as words. */
  name: string;
  table: string;
  /**
   * The columns that a user's rows are sorted by, with their types. If users can have many rows, an index starts with `user_id` and these
   * columns. Empty if a user can have only one row.
   */
  key: readonly (readonly [column: string, type: 'bigint' | 'text' | 'date'])[];
  /** The columns to export. They are listed explicitly, so that a new column with a secret is never exported by accident. */
  columns: readonly string[];
  /** Additional columns, as SQL expressions by column name. The table's alias is `t`. */
  more?: Readonly<Record<string, string>>;
  /** A SQL condition that selects the rows to export. The table's alias is `t`. */
  only?: string;
};

export const byId = [['id', 'bigint']] as const;

/** An additional column with the name of the account that the row belongs to. */
export const profileName = {
  profile_name: '(SELECT p.profile_name FROM profiles p WHERE p.user_id = t.user_id AND p.id = t.profile_id)',
};
