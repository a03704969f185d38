import type { SaxesTagPlain } from 'saxes';
import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { toPieces } from '../file-text.ts';
import { createXmlText } from '../xml/xml-text.ts';
import type { ZipFile } from './zip-file.ts';

export interface PartHandlers {
  /** Names have no namespace prefix. */
  open?(name: string, attributes: SaxesTagPlain['attributes']): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Parses an XML part of a workbook in slices of time; yields after each piece, so that the caller can take what it has
 * collected.
 */
export async function* readPart(zip: ZipFile, name: string, handlers: PartHandlers): AsyncGenerator<void> {
  const { open, text, close } = handlers;
  const xml = createXmlText(
    {
      open: (tag) => open?.(localName(tag.name), tag.attributes),
      text: (chunk) => text?.(chunk),
      close: (tag) => close?.(localName(tag.name)),
      where: () => '',
    },
    `The part ${name} of the workbook`,
  );
  const decoder = new TextDecoder();
  for await (const bytes of zip.read(name)) {
    for (const piece of toPieces(decoder.decode(bytes, { stream: true }))) {
      if (isSliceOver()) await nextSlice();
      xml.feed(piece);
      yield;
    }
  }
  xml.feed(decoder.decode());
  xml.end();
}

export async function readWholePart(zip: ZipFile, name: string, handlers: PartHandlers): Promise<void> {
  for await (const _ of readPart(zip, name, handlers));
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};
