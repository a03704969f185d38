import { limits } from '@product-content/contract';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { TableFileError } from '../../table-error.ts';

export interface XmlHandlers {
  open(tag: SaxesTagPlain): void;
  text(text: string): void;
  close(tag: SaxesTagPlain): void;
  /** Where the reader is, for messages: `in row 3`. */
  where(): string;
}

const { row: longest, depth: deepest, values: most, columnName: longestName } = limits.tableFile;

/** Before the first element there is little to say. */
const longestProlog = 1024 * 1024;

export interface XmlText {
  feed(text: string): void;
  end(): void;
}

/**
 * Reads XML in chunks, well-formed and without surprises: document types are refused, so that there are no entities but
 * the five of XML and nothing is fetched; what is too long, too deep or too much for one element is given up while it
 * is read, before it fills the memory.
 */
export function createXmlText(handlers: XmlHandlers, part = 'The file'): XmlText {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  let started = false;
  // The parser keeps a token until it ends; this is how long the present one may be.
  let sinceEvent = 0;
  // Attributes of the tag, and texts since the last one.
  let attributes = 0;
  let texts = 0;
  const where = (): string => `in line ${parser.line}${handlers.where() === '' ? '' : `, ${handlers.where()}`}`;
  const refuse = (what: string): TableFileError => new TableFileError(`${part} ${what} ${where()}.`);
  const checkName = (name: string): void => {
    if (name.length > longestName) throw refuse(`has a name of more than ${longestName} characters`);
  };
  const onText = (text: string): void => {
    sinceEvent = 0;
    if (++texts > most) throw refuse(`has an element with more than ${most} texts`);
    handlers.text(text);
  };
  parser.on('doctype', () => {
    throw new TableFileError(`${part} has a document type (DOCTYPE), which is not supported; remove it.`);
  });
  parser.on('error', (error) => {
    const message = error.message.replace(/^[\d:]+\s*/, '');
    throw new TableFileError(`${part} is not well-formed XML ${where()}: ${message}`, { cause: error });
  });
  parser.on('attribute', ({ name }) => {
    checkName(name);
    if (++attributes > most) throw refuse(`has an element with more than ${most} attributes`);
  });
  parser.on('opentag', (tag) => {
    sinceEvent = 0;
    attributes = 0;
    texts = 0;
    started = true;
    checkName(tag.name);
    if (++depth > deepest) throw refuse(`nests deeper than ${deepest} levels`);
    handlers.open(tag);
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
      if (sinceEvent > longest) throw refuse(`has more than ${longest} characters without an end`);
      if (!started && sinceEvent > longestProlog) throw new TableFileError(`${part} has no element.`);
    },
    end: () => void parser.close(),
  };
}
