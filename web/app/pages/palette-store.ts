import { createSpotlight } from '@mantine/spotlight';

const [store, spotlight] = createSpotlight();

export const paletteStore = { store, open: spotlight.open };
