import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { publicTexts } from './public.texts.ts';

const tide: MantineColorsTuple = [
  '#e6f3f0',
  '#d0e6e2',
  '#a5d1cc',
  '#78bdb8',
  '#5cc4bf',
  '#2f938f',
  '#177a7c',
  '#0d666b',
  '#0a5155',
  '#073c40',
];
/** The second accent color, which is close to orange, so that it isn't mistaken for red. */
const coral: MantineColorsTuple = [
  '#fdf3e7',
  '#fbe7d2',
  '#f6cfa4',
  '#f2b778',
  '#ff9d4d',
  '#de7f2f',
  '#cf6a1c',
  '#8c4708',
  '#733a06',
  '#5a2d05',
];
const sand: MantineColorsTuple = [
  '#fbf8f1',
  '#f1ebde',
  '#e3dac8',
  '#cfc4ae',
  '#b3a78f',
  '#8d846f',
  '#6e6757',
  '#565145',
  '#3e3b33',
  '#282620',
];
const green: MantineColorsTuple = [
  '#e8f4e8',
  '#deeede',
  '#bcdcc2',
  '#93c8a3',
  '#58b97f',
  '#3f9a65',
  '#2e7d4f',
  '#226540',
  '#1a5033',
  '#113a25',
];
const blue: MantineColorsTuple = [
  '#e9f1f8',
  '#dfeaf4',
  '#bdd5ea',
  '#98bfe0',
  '#6aa8e6',
  '#4686c8',
  '#2f6fb2',
  '#245a94',
  '#1b4773',
  '#133455',
];
const yellow: MantineColorsTuple = [
  '#fcf4e0',
  '#f8e9c8',
  '#f0d596',
  '#e8c168',
  '#e0b04a',
  '#cf9625',
  '#b97f10',
  '#7a5200',
  '#613f00',
  '#472e00',
];
const red: MantineColorsTuple = [
  '#fbecea',
  '#f9e1dd',
  '#f2bdb8',
  '#ee9a93',
  '#ee7a74',
  '#d85452',
  '#c23a3a',
  '#a12b2d',
  '#832224',
  '#63191b',
];
const tideInk: MantineColorsTuple = [
  '#e8eeea',
  '#a6b8b7',
  '#8a9997',
  '#6f8587',
  '#3a545a',
  '#22383e',
  '#18292f',
  '#0c191d',
  '#0a1418',
  '#081013',
];

/** Mantine's palettes and component defaults. Colors that depend on the color scheme are in tokens.css. */
export const theme = createTheme({
  primaryColor: 'tide',
  primaryShade: { light: 7, dark: 4 },
  colors: { tide, teal: tide, coral, gray: sand, green, blue, yellow, red, dark: tideInk },
  white: '#fdfaf4',
  black: '#17282c',
  // In the dark scheme, filled components have a bright background, so their text must be dark instead of white.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-tide)' } : colors;
  },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.625rem', xl: '0.625rem' },
  defaultRadius: 'md',
  shadows: { xs: 'var(--shadow)', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': publicTexts.passwordToggle },
      },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--on-tide)' } },
    Radio: { defaultProps: { iconColor: 'var(--on-tide)' } },
    // Mantine renders the title bars of modals and drawers as <header>. Without the `presentation` role, screen readers would announce
    // banner landmarks.
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } } },
    // By default, Mantine focuses a placeholder when a menu opens. The placeholder isn't a menu item, and menus may contain only menu
    // items.
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        transitionProps: { duration: 120 },
        shadow: 'md',
        withInitialFocusPlaceholder: false,
      },
    },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  },
});

const surfaces = {
  '--mantine-primary-color-contrast': 'var(--on-tide)',
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-placeholder': 'var(--text-dim)',
  '--mantine-color-anchor': 'var(--tide)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--gray-wash)',
  '--mantine-color-disabled-color': 'var(--gray-text)',
  '--mantine-color-disabled-border': 'var(--line)',
};

/** The colors of tinted backgrounds, such as those of alerts, and the colors of outlined buttons. */
const washes = Object.fromEntries(
  [
    ['tide', 'tide', 'tide-strong'],
    ['teal', 'tide', 'tide-strong'],
    ['coral', 'coral', 'coral-text'],
    ['green', 'green', 'green-text'],
    ['blue', 'blue', 'blue-text'],
    ['yellow', 'yellow', 'yellow-text'],
    ['red', 'red', 'red-text'],
    ['gray', 'gray', 'gray-text'],
  ].flatMap(([name, wash, text]) => [
    [`--mantine-color-${name}-light`, `var(--${wash}-wash)`],
    [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--${wash}-wash) 80%, var(--${wash}))`],
    [`--mantine-color-${name}-light-color`, `var(--${text})`],
    [`--mantine-color-${name}-outline`, `var(--${text})`],
  ]),
);

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...surfaces, ...washes },
  // For red items, menus use shade 6 of red, which is too dark in the dark scheme.
  dark: { ...surfaces, ...washes, '--mantine-color-red-6': 'var(--red-text)' },
});
