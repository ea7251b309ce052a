import mantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';

/** Hides an element, but not from screen readers. */
const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};

export default {
  plugins: [
    mantine({ mixins: { 'visually-hidden': visuallyHidden } }),
    simpleVars({
      variables: {
        'breakpoint-xs': '36em',
        'breakpoint-sm': '48em',
        'breakpoint-md': '62em',
        'breakpoint-lg': '75em',
        'breakpoint-xl': '88em',
      },
    }),
  ],
};
