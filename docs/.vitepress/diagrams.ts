import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

type Options = NonNullable<Parameters<typeof renderMermaidSVG>[1]>;

/** The colors of the site in its two schemes. */
const schemes = {
  light: { bg: '#ffffff', fg: '#3c3c43' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6' },
} as const;

/** An SVG of a Mermaid diagram. Its fonts are the reader's: it does not load one from another server. */
function drawDiagram(source: string, options: Options): string {
  return renderMermaidSVG(source, options).replace(/@import url\([^)]*\);?/g, '');
}

/** An SVG of a Mermaid diagram for an `<img>`: it follows the color scheme of the reader by itself. */
export function drawPicture(source: string, title: string): string {
  const colorsOf = ({ bg, fg }: Options) => `svg { --bg: ${bg}; --fg: ${fg}; background: ${bg}; }`;
  const { light, dark } = schemes;
  const rules = `${colorsOf(light)}\n  @media (prefers-color-scheme: dark) { ${colorsOf(dark)} }`;
  return drawDiagram(source, { ...light, padding: 10, nodeSpacing: 12, layerSpacing: 12 })
    .replace(/ style="--bg:[^"]*"/, '')
    .replace('<style>', `<title>${title}</title>\n<style>\n  ${rules}`);
}

/** Draws the diagrams of the Markdown while the site is built, once for each color scheme. */
export function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, options, env, self) ?? '';
    const images = Object.entries(schemes).map(([scheme, colors]) => {
      const data = Buffer.from(drawDiagram(token.content, { ...colors, transparent: true })).toString('base64');
      return `<img class="${scheme}-only" alt="Diagram" src="data:image/svg+xml;base64,${data}">`;
    });
    return `<p class="diagrams">${images.join('')}</p>\n`;
  };
}
