import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { RichText } from './rich-text.tsx';

const tags = { link: (text: string) => <a href="/there">{text}</a> };

it.each([
  ['Go <link>there</link> now, if 1 < 2.', 'Go there now, if 1 < 2.'],
  ['<link>There</link>', 'There'],
  ['Go <link>to <b>the</b> list <3</link>.', 'Go to <b>the</b> list <3.'],
])('the tagged part of %j is rendered as an element', async (text, shown) => {
  renderScreen(
    <p data-testid="text">
      <RichText text={text} tags={tags} />
    </p>,
  );
  expect(await screen.findByTestId('text')).toHaveTextContent(shown);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/there');
});

it('a tag without a render function is shown as text', async () => {
  renderScreen(
    <p data-testid="text">
      <RichText text="Hi <name>Jo</name>" tags={tags} />
    </p>,
  );
  expect(await screen.findByTestId('text')).toHaveTextContent('Hi <name>Jo</name>');
});
