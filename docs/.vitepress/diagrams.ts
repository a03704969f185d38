import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** The colors of the site in its two schemes. */
const schemes = {
  light: { bg: '#ffffff', fg: '#3c3c43' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6' },
} as const;

/** Draws the diagrams of the Markdown while the site is built, once for each color scheme. */
export function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    const images = Object.entries(schemes).map(([scheme, colors]) => {
      const svg = renderMermaidSVG(token.content, { ...colors, transparent: true });
      // The drawing asks a server for its font, which a documentation without a network cannot.
      const data = Buffer.from(svg.replace(/@import url\([^)]*\);?/g, '')).toString('base64');
      return `<img class="${scheme}-only" alt="Diagram" src="data:image/svg+xml;base64,${data}">`;
    });
    return `<p class="diagrams">${images.join('')}</p>\n`;
  };
}
