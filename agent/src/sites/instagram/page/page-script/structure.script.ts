import { isVisible } from './elements.script.ts';

/* These functions run inside the page (see elements.script.ts). */

/**
 * Reads the page's structure, but no text: its path, language and browser, and the elements with their tag, depth, size, visibility,
 * attribute names, and the values of four attributes. page-structure.ts decides what may leave the computer.
 */
export function readStructure() {
  const rows: object[] = [];
  const visit = (element: Element, depth: number): void => {
    // More elements wouldn't fit into a diagnostic report.
    if (rows.length >= 6000) return;
    const box = element.getBoundingClientRect();
    rows.push({
      depth,
      tag: element.localName,
      role: element.getAttribute('role'),
      pagelet: element.getAttribute('data-pagelet'),
      type: element.getAttribute('type'),
      name: element.getAttribute('name'),
      attributes: element.getAttributeNames(),
      width: Math.round(box.width),
      height: Math.round(box.height),
      isVisible: isVisible(element),
    });
    if (element instanceof SVGElement || getComputedStyle(element).display === 'none') return;
    for (const child of element.children) visit(child, depth + 1);
  };
  visit(document.body, 0);
  return {
    path: location.pathname,
    language: document.documentElement.lang,
    browser: navigator.userAgent,
    count: document.body.querySelectorAll('*').length,
    rows,
  };
}
