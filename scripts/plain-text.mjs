// The escape character begins every colour code.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/** Text without colours and with plain line ends, whatever a program thought of where it printed. */
export function plainText(text) {
  return text.replace(colours, '').replaceAll('\r', '');
}
