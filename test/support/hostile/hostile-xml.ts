import { gzipSync } from 'node:zlib';
import { filled, type HostileFile, refused, repeated, varied } from './hostile-file.ts';

const head = '<products><product><sku>A</sku>';
const tail = '</product></products>';

const attributes = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');

export const hostileXmlFiles: readonly HostileFile[] = [
  {
    name: '150 kB of gzip with one XML item of four million elements',
    fileName: 'elements.xml.gz',
    size: 'small',
    build: () => gzipSync(head + varied((digits) => `${'<a/>'.repeat(240)}<b${digits}/>`, 16_384) + tail),
    expected: refused(/Row 1 has more than \d+ elements, attributes and texts/),
  },
  {
    name: 'an XML item with an element of 700,000 attributes',
    fileName: 'attributes.xml',
    size: 'small',
    build: () => Buffer.from(`${head}<a ${attributes(700_000)}/>${tail}`),
    expected: refused(/more than \d+ attributes/),
  },
  {
    name: 'an XML element of 100,000 attributes outside of items',
    fileName: 'attributes.xml',
    size: 'small',
    build: () => Buffer.from(`<products><a ${attributes(100_000)}/></products>`),
    expected: refused(/more than \d+ attributes/),
  },
  {
    name: 'an XML item that nests 100,000 levels deep',
    fileName: 'deep.xml',
    size: 'small',
    build: () => repeated(head, '<a>', 100_000),
    expected: refused(/nests deeper than 64 levels/),
  },
  {
    name: 'an XML item of CDATA sections with a character each',
    fileName: 'cdata.xml',
    size: 'small',
    build: () => repeated(head, '<![CDATA[a]]>', 100_000, tail),
    expected: refused(/Row 1 has more than \d+ elements, attributes and texts/),
  },
  {
    name: 'XML whose names are 100,000 characters long',
    fileName: 'names.xml',
    size: 'small',
    build: () => Buffer.from(`<products><${'n'.repeat(100_000)}/></products>`),
    expected: refused(/name of more than \d+ characters/),
  },
  {
    name: 'a cell name of an XML item that grows with each level',
    fileName: 'names.xml',
    size: 'small',
    build() {
      const names = Array.from({ length: 40 }, (_, level) => `n${level}${'x'.repeat(60)}`);
      const open = names.map((name) => `<${name}>`).join('');
      const close = names.toReversed().map((name) => `</${name}>`);
      const leaves = Array.from({ length: 5_000 }, (_, index) => `<l${index}>1</l${index}>`).join('');
      return Buffer.from(`${head}${open}${leaves}${close.join('')}${tail}`);
    },
    expected: refused(/column name of more than \d+ characters/),
  },
  {
    name: 'an XML text of 50 MB',
    fileName: 'text.xml',
    size: 'large',
    build: () => filled(`${head}<name>`, 'x', `</name>${tail}`),
    expected: refused(/more than \d+ characters/),
  },
  {
    name: '50 MB of XML items without content',
    fileName: 'items.xml',
    size: 'large',
    build: () => filled('<products>', '<product/>', '</products>'),
    expected: refused(/more than \d+ rows/),
  },
  {
    name: '50 MB of XML elements outside of items',
    fileName: 'elements.xml',
    size: 'large',
    build: () => filled('<products>', '<a/>', '</products>'),
    expected: refused(/no elements that repeat/),
  },
  {
    name: '50 MB of deep XML paths outside of items',
    fileName: 'paths.xml',
    size: 'large',
    build() {
      const names = Array.from({ length: 60 }, (_, level) => `n${level}${'x'.repeat(250)}`);
      const open = names.map((name) => `<${name}>`).join('');
      const close = names.toReversed().map((name) => `</${name}>`);
      return filled(`<products>${open}`, '<a/>', `${close.join('')}</products>`);
    },
    expected: refused(/no elements that repeat/),
  },
  {
    name: '50 MB of XML comments',
    fileName: 'comments.xml',
    size: 'large',
    build: () => filled(head, '<!---->', tail),
    expected: refused(/characters without an end/),
  },
  {
    name: '50 MB of XML items as large as they may be',
    fileName: 'wide.xml',
    size: 'large',
    build: () => filled('<products>', `<product>${'<a/>'.repeat(39_000)}</product>`, '</products>'),
    expected: refused(/No column is recognised/),
  },
];
