const special = /[&<>\r]/g;

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Escapes text between tags; a carriage return would be parsed as a line feed. */
export const escapeXmlText = (text: string): string =>
  text.replace(special, (character) => replacements[character] ?? '');

/** Escapes a value between double quotes. */
export const escapeXmlAttribute = (text: string): string =>
  escapeXmlText(text).replace(/["\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Characters that XML 1.0 cannot represent, not even escaped (§2.2). DEL and the C1 controls are allowed, but included
 * for simplicity.
 */
export const notInXml = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/u;
