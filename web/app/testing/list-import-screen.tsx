import type { Import } from '@sandpiper/contract/imports';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import ListImportPage from '../pages/list-import.page.tsx';
import { buildList, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const importsOf = (...imports: Import[]) => ({ imports, pagination: paginationOf(imports.length) });

export function renderListImport(replies: Replies = {}, options: Parameters<typeof renderScreen>[1] = {}) {
  const screens = (
    <UploadsProvider>
      <Routes>
        <Route path="/lists/:id/import" element={<ListImportPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </UploadsProvider>
  );
  return renderScreen(screens, {
    url: '/lists/1/import',
    path: '*',
    ...options,
    replies: {
      'GET /api/lists/:id': { list: buildList() },
      'GET /api/imports': importsOf(),
      ...replies,
    },
  });
}

export const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent;

/** Chooses a file with this name and content. */
export async function choose(
  userEvents: ReturnType<typeof renderListImport>['userEvents'],
  name: string,
  ...parts: BlobPart[]
) {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input');
  await userEvents.upload(input, new File(parts, name));
}

/** The content of a file in which one name can't be imported. */
export const people =
  'Handle,First name,City\n@rosa,Rosa,"Porto, Portugal"\nhttps://instagram.com/mara/,Mara,\nnot a name,Ada,Rome\n';
