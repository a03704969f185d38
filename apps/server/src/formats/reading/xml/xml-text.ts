import { limits } from '@product-content/contract';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { TableFileError } from '../../table-error.ts';

export interface XmlHandlers {
  /** @param attributes number of them: most elements have none, and a document may have millions of elements. */
  open(tag: SaxesTagPlain, attributes: number): void;
  text(text: string): void;
  close(tag: SaxesTagPlain): void;
  /** The current position for messages: `in row 3`. */
  where(): string;
}

const { row: maxLength, depth: maxDepth, values: maxValues, columnName: maxNameLength } = limits.tableFile;

/** Maximum characters before the first element. */
const maxPrologLength = 1024 * 1024;

export interface XmlText {
  feed(text: string): void;
  end(): void;
}

/**
 * Parses XML in chunks, strictly and safely: a document type may name a DTD, which is never fetched, and is rejected
 * when it contains declarations, so that the only entities are the five of XML. What is too long, too deep or too much
 * for one element is rejected while it is read, before it fills the memory.
 */
export function createXmlText(handlers: XmlHandlers, part = 'The file'): XmlText {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  let started = false;
  // The parser keeps a token until it ends; this limits the length of the current one.
  let sinceEvent = 0;
  // Attributes of the tag, and texts since the previous tag.
  let attributes = 0;
  let texts = 0;
  const where = (): string => `in line ${parser.line}${handlers.where() === '' ? '' : `, ${handlers.where()}`}`;
  const refuse = (what: string): TableFileError => new TableFileError(`${part} ${what} ${where()}.`);
  const checkName = (name: string): void => {
    if (name.length > maxNameLength) throw refuse(`has a name of more than ${maxNameLength} characters`);
  };
  const onText = (text: string): void => {
    sinceEvent = 0;
    if (++texts > maxValues) throw refuse(`has an element with more than ${maxValues} texts`);
    handlers.text(text);
  };
  parser.on('doctype', (declaration) => {
    if (!declaration.includes('[')) return;
    throw new TableFileError(
      `${part} has a document type (DOCTYPE) with declarations, which are not supported; remove it.`,
    );
  });
  parser.on('error', (error) => {
    const message = error.message.replace(/^[\d:]+\s*/, '');
    throw new TableFileError(`${part} is not well-formed XML ${where()}: ${message}`, { cause: error });
  });
  parser.on('attribute', ({ name }) => {
    checkName(name);
    if (++attributes > maxValues) throw refuse(`has an element with more than ${maxValues} attributes`);
  });
  parser.on('opentag', (tag) => {
    const own = attributes;
    sinceEvent = 0;
    attributes = 0;
    texts = 0;
    started = true;
    checkName(tag.name);
    if (++depth > maxDepth) throw refuse(`nests deeper than ${maxDepth} levels`);
    handlers.open(tag, own);
  });
  parser.on('closetag', (tag) => {
    sinceEvent = 0;
    texts = 0;
    depth--;
    handlers.close(tag);
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  return {
    feed(text) {
      parser.write(text);
      sinceEvent += text.length;
      if (sinceEvent > maxLength) throw refuse(`has more than ${maxLength} characters without an end`);
      if (!started && sinceEvent > maxPrologLength) throw new TableFileError(`${part} has no element.`);
    },
    end: () => void parser.close(),
  };
}
