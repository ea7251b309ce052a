import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('changed fields are those whose values differ, including nested values', () => {
  const before = { name: 'Autumn', days: 3, hours: [{ day: 1, from: '09:00', to: '12:00' }], limit: null };
  expect(changedFields(before, structuredClone(before))).toEqual({});
  const after = { ...before, name: '', hours: [{ day: 2, from: '09:00', to: '12:00' }], limit: 5 };
  expect(changedFields(before, after)).toEqual({ name: '', hours: after.hours, limit: 5 });
  expect(changedFields(after, before)).toEqual({ name: 'Autumn', hours: before.hours, limit: null });
});
