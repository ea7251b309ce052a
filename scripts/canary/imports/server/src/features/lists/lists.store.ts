export type StoredList = string;
