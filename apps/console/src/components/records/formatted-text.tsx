import { createElement, type ReactNode } from 'react';

/** Elements that are kept. Of all others only the text is shown, and attributes are always removed. */
const permitted: ReadonlySet<string> = new Set([
  ...['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'blockquote', 'code', 'pre'],
]);

/** Elements whose text is not for readers. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'noscript', 'iframe']);

/**
 * Matches a tag with its attributes, which are removed before parsing: browsers report event handlers even where none
 * can run.
 */
const openingTag = /<([a-z][\w-]*)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;

/**
 * Formatted text of a product, as a shop shows it. Only its structure is kept, so nothing in it can run or load
 * anything.
 */
export function FormattedText({ source }: { readonly source: string }) {
  const { body } = new DOMParser().parseFromString(source.replaceAll(openingTag, '<$1>'), 'text/html');
  return <div className="formatted-text">{contentOf(body)}</div>;
}

function contentOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    const name = node.nodeName.toLowerCase();
    if (node.nodeType !== Node.ELEMENT_NODE || silent.has(name)) return null;
    if (name === 'br') return createElement('br', { key: index });
    // Headings in a text are not headings of the page.
    if (/^h[1-6]$/.test(name))
      return createElement('p', { key: index }, createElement('strong', null, contentOf(node)));
    return permitted.has(name) ? createElement(name, { key: index }, contentOf(node)) : contentOf(node);
  });
}
