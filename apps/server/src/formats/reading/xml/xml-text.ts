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

const { row: longest, depth: deepest } = limits.tableFile;

/** Before the first element there is little to say. */
const longestProlog = 1024 * 1024;

export interface XmlText {
  feed(text: string): void;
  end(): void;
}

/**
 * Reads XML in chunks, well-formed and without surprises: document types are refused, so that there are no entities but
 * the five of XML and nothing is fetched; what has no end is given up before it fills the memory.
 */
export function createXmlText(handlers: XmlHandlers, part = 'The file'): XmlText {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  let started = false;
  // The parser keeps a token until it ends; this is how long the present one may be.
  let sinceEvent = 0;
  const happened = <Argument>(handle: (argument: Argument) => void) => {
    return (argument: Argument): void => {
      sinceEvent = 0;
      handle(argument);
    };
  };
  const where = (): string => `in line ${parser.line}${handlers.where() === '' ? '' : `, ${handlers.where()}`}`;
  parser.on('doctype', () => {
    throw new TableFileError(`${part} has a document type (DOCTYPE), which is not read; remove it.`);
  });
  parser.on('error', (error) => {
    const message = error.message.replace(/^[\d:]+\s*/, '');
    throw new TableFileError(`${part} is no well-formed XML ${where()}: ${message}`, { cause: error });
  });
  parser.on(
    'opentag',
    happened((tag) => {
      started = true;
      if (++depth > deepest) throw new TableFileError(`${part} nests deeper than ${deepest} levels ${where()}.`);
      handlers.open(tag);
    }),
  );
  parser.on(
    'closetag',
    happened((tag) => {
      depth--;
      handlers.close(tag);
    }),
  );
  parser.on('text', happened(handlers.text));
  parser.on('cdata', happened(handlers.text));
  return {
    feed(text) {
      parser.write(text);
      sinceEvent += text.length;
      if (sinceEvent > longest) {
        throw new TableFileError(`${part} has more than ${longest} characters without an end ${where()}.`);
      }
      if (!started && sinceEvent > longestProlog) throw new TableFileError(`${part} has no element.`);
    },
    end: () => void parser.close(),
  };
}
