/**
 * Returns an editor's visible text. `<br>` and paragraphs become line breaks, except for the filler `<br>` in an empty last
 * line.
 * @param {Element} root
 */
export function readEditor(root) {
  const paragraphs = [...root.childNodes].map((child) => readInline(child).replace(/\n$/u, ''));
  return paragraphs.join('\n').replaceAll('\u00A0', ' ');
}

/**
 * @param {Node} node
 * @returns {string}
 */
function readInline(node) {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLBRElement) return '\n';
  return [...node.childNodes].map(readInline).join('');
}

/**
 * Replaces the editor's content with text, and puts the cursor at the end.
 * @param {HTMLElement} root
 * @param {string} text
 */
export function writeEditor(root, text) {
  const paragraph = document.createElement('p');
  paragraph.dir = 'auto';
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) paragraph.append(document.createElement('br'));
    if (line !== '') paragraph.append(line);
  }
  if (lines.at(-1) === '') paragraph.append(document.createElement('br'));
  root.replaceChildren(paragraph);
  if (document.activeElement !== root) return;
  const selection = getSelection();
  selection?.selectAllChildren(paragraph);
  if (text === '') selection?.collapseToStart();
  else selection?.collapseToEnd();
}
