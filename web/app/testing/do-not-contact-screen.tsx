import { screen, within } from '@testing-library/react';
import { DoNotContactScreen } from '../features/do-not-contact/do-not-contact-screen.tsx';
import { paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const rosa = {
  username: 'rosa',
  reason: 'Asked us to stop',
  origin: 'added',
  created_at: '2026-11-21T09:30:00.000Z',
} as const;
const mara = {
  username: 'mara',
  reason: null,
  origin: 'imported',
  created_at: '2026-11-20T09:30:00.000Z',
} as const;
export const nobody = { people: [], pagination: paginationOf(0), forgotten_count: 0 };

/** A stand-in for the import's file reader, which runs in a worker. The stand-in reports two unread sheets for each workbook. */
async function readNames(file: File) {
  const text = await file.text();
  if (text === '') throw new Error('This file has no rows.');
  return { names: text.split('\n'), otherSheets: file.name.endsWith('.xlsx') ? ['2024', 'Notes'] : [] };
}

export function renderList(replies: Replies = {}, url = '/do-not-contact') {
  return renderScreen(<DoNotContactScreen readNames={readNames} />, {
    url,
    replies: {
      'GET /api/do-not-contact': { people: [rosa, mara], pagination: paginationOf(2, 50), forgotten_count: 0 },
      ...replies,
    },
  });
}

export type View = ReturnType<typeof renderList>;

export async function openForm({ userEvents }: View) {
  await userEvents.click(await screen.findByRole('button', { name: 'Add people' }));
  return within(await screen.findByRole('dialog', { name: 'Add people to Do not contact' }));
}

export async function paste({ userEvents }: View, names: string, reason = '') {
  const form = within(await screen.findByRole('dialog', { name: 'Add people to Do not contact' }));
  await userEvents.click(form.getByRole('textbox', { name: 'Usernames' }));
  await userEvents.paste(names);
  if (reason !== '') await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), reason);
  await userEvents.click(form.getByRole('button', { name: /^Add / }));
}

export function namesOf(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null || !('usernames' in body)) return [];
  return Array.isArray(body.usernames) ? body.usernames : [];
}
