import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import RecipientsPage from './recipients.page.tsx';

it.each([
  ['/recipients', ''],
  ['/recipients?search=ro&status=failed&list=2&page=3', '?search=ro&list=2&state=failed'],
  ['/recipients?status=odd', ''],
])('%s redirects to /people%s', async (address, search) => {
  const { router } = renderScreen(<RecipientsPage />, { url: address });
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: '/people', search });
});
