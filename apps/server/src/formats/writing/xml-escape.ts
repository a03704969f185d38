const special = /[&<>\r]/g;

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Text between tags; a carriage return would be read as a line feed. */
export const escapeXmlText = (text: string): string =>
  text.replace(special, (character) => replacements[character] ?? '');

/** A value between double quotes. */
export const escapeXmlAttribute = (text: string): string =>
  escapeXmlText(text).replace(/["\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Characters XML 1.0 cannot hold, not even escaped (§2.2). DEL and the C1 controls could be; they come along. */
export const notInXml = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/u;
