import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Returns the theme that isn't shown now, and a function that switches to it. */
export function useThemeSwitch(): { other: 'light' | 'dark'; switchTheme: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return { other, switchTheme: () => setColorScheme(other) };
}
