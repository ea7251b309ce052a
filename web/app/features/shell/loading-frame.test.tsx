import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoadingFrame } from './loading-frame.tsx';
import { Sidebar } from './sidebar.tsx';

/** Renders the frame as the build does, without the providers of the app. */
const renderAlone = () =>
  render(
    <MemoryRouter>
      <LoadingFrame />
    </MemoryRouter>,
  );

const contentOf = (nav: HTMLElement) => nav.innerHTML.replaceAll(/(id|aria-labelledby)="[^"]*"/g, '');

describe('the frame while the app is loading', () => {
  it('has the same links as an ordinary user’s sidebar', async () => {
    const alone = renderAlone();
    const early = contentOf(screen.getByRole('navigation', { name: 'Main' }));
    expect(early).toContain('Dashboard');
    alone.unmount();
    renderScreen(<Sidebar />, { url: '/', replies: {} });
    expect(early).toBe(contentOf(await screen.findByRole('navigation', { name: 'Main' })));
  });

  it('has one main area, which says that the page is loading', () => {
    renderAlone();
    const main = screen.getByRole('main');
    expect(main).toHaveAttribute('aria-busy', 'true');
    expect(within(main).getByRole('status')).toHaveTextContent('Loading');
    expect(screen.getByRole('banner')).toBeEmptyDOMElement();
  });
});
