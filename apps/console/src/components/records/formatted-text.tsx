import { createElement, type ReactNode } from 'react';

/** Elements that are shown as such. Of all others only the text is, and none has attributes. */
const permitted: ReadonlySet<string> = new Set([
  ...['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'blockquote', 'code', 'pre'],
]);

/** Elements whose text is not for readers. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'noscript', 'iframe']);

/** With its attributes, which go before the text is parsed: browsers report event handlers even where none can run. */
const openingTag = /<([a-z][\w-]*)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;

/** Formatted text of a product, as a shop shows it. Nothing in it runs or is loaded: only its structure is kept. */
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
    // Headings of a text are not headings of the page.
    if (/^h[1-6]$/.test(name))
      return createElement('p', { key: index }, createElement('strong', null, contentOf(node)));
    return permitted.has(name) ? createElement(name, { key: index }, contentOf(node)) : contentOf(node);
  });
}
