import fc from 'fast-check';

/** A number from 0 to 2^bits - 1, small and special ones more often. */
const number = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });

/** 32 bits, anywhere and more often near special ranges. */
export const ipv4Bits = fc.oneof(
  number(32),
  fc
    .tuple(fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 239, 240, 255), number(24))
    .map(([first, rest]) => (BigInt(first) << 24n) | rest),
  fc
    .tuple(
      fc.constantFrom(0xc0000000, 0xc0000200, 0xc0586300, 0xc0a80000, 0xc6120000, 0xc6336400, 0xcb007100),
      number(17),
    )
    .map(([start, rest]) => BigInt(start) ^ rest),
);

/** One number of a dotted address, in any notation. */
function notationOf(value: bigint): fc.Arbitrary<string> {
  const zeros = fc.constantFrom('', '0', '000');
  return fc.oneof(
    fc.constant(value.toString()),
    zeros.map((pad) => `0${pad}${value === 0n ? '' : value.toString(8)}`),
    fc.tuple(fc.constantFrom('0x', '0X'), zeros).map(([prefix, pad]) => `${prefix}${pad}${value.toString(16)}`),
    fc.constant(`0x${value.toString(16).toUpperCase()}`),
  );
}

/** Every way to write 32 bits: one to four numbers, each decimal, octal or hexadecimal, a dot at the end. */
export function ipv4TextOf(bits: bigint): fc.Arbitrary<string> {
  const byte = (index: number) => (bits >> BigInt(8 * (3 - index))) & 255n;
  const inParts = (count: number) => {
    const leading = Array.from({ length: count - 1 }, (_, index) => byte(index));
    const last = bits & ((1n << BigInt(8 * (5 - count))) - 1n);
    return fc.tuple(...[...leading, last].map(notationOf)).map((parts) => parts.join('.'));
  };
  const text = fc.integer({ min: 1, max: 4 }).chain(inParts);
  return fc.tuple(text, fc.constantFrom('', '', '.')).map((pieces) => pieces.join(''));
}

/** 128 bits: carriers of IPv4, special ranges, and anything. */
export const ipv6Bits = fc.oneof(
  number(128),
  number(125).map((rest) => (1n << 125n) | rest),
  fc
    .tuple(fc.constantFrom(0n, 0xffffn, 0xffff0000n, 0x64ff9bn << 64n), ipv4Bits)
    .map(([prefix, v4]) => (prefix << 32n) | v4),
  fc.tuple(ipv4Bits, number(80)).map(([v4, rest]) => (0x2002n << 112n) | (v4 << 80n) | rest),
  fc
    .tuple(
      fc.constantFrom(0x64ff9b0001n << 80n, 0x0100n << 112n, 0x2001n << 112n, 0x20010db8n << 96n, 0x3fffn << 112n),
      number(112),
      fc.bigInt({ min: 0n, max: 112n }),
    )
    .map(([start, rest, shift]) => start ^ (rest >> shift)),
  fc.tuple(fc.integer({ min: 0xfc, max: 0xff }), number(120)).map(([first, rest]) => (BigInt(first) << 120n) | rest),
);

/** Every way to write 128 bits: zeros left out or not, upper case, a dotted end. */
export function ipv6TextOf(bits: bigint): fc.Arbitrary<string> {
  const groups = Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(16 * (7 - index))) & 0xffffn));
  const written = fc
    .tuple(
      ...groups.map((group) => fc.integer({ min: 1, max: 4 }).map((width) => group.toString(16).padStart(width, '0'))),
    )
    .chain((texts) => fc.boolean().map((upper) => texts.map((text) => (upper ? text.toUpperCase() : text))));
  const dotted = fc.boolean().map((wanted) => {
    const v4 = Number(bits & 0xffffffffn);
    return wanted ? [24, 16, 8, 0].map((shift) => (v4 >>> shift) & 255).join('.') : null;
  });
  return fc.tuple(written, dotted, fc.nat(), fc.nat()).map(([texts, end, from, length]) => {
    const parts = end === null ? texts : [...texts.slice(0, 6), end];
    const start = from % (parts.length + 1);
    const run = parts.slice(start, start + (length % 9)).findIndex((part) => !/^0+$/.test(part));
    const zeros = run === -1 ? parts.slice(start, start + (length % 9)).length : run;
    if (zeros === 0) return parts.join(':');
    return `${parts.slice(0, start).join(':')}::${parts.slice(start + zeros).join(':')}`;
  });
}
