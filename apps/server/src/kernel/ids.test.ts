import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeId, decodeSuffix, encodeId, encodeSuffix, systemIds } from './ids.ts';

/** From the specification's `spec/valid.yml`. */
const published = [
  ['00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
  ['00000000000000000000000001', '00000000-0000-0000-0000-000000000001'],
  ['0000000000000000000000000a', '00000000-0000-0000-0000-00000000000a'],
  ['0000000000000000000000000g', '00000000-0000-0000-0000-000000000010'],
  ['00000000000000000000000010', '00000000-0000-0000-0000-000000000020'],
  ['7zzzzzzzzzzzzzzzzzzzzzzzzz', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['0123456789abcdefghjkmnpqrs', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
  ['01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'],
] as const;

describe('ids', () => {
  it.each(published)('writes and reads %s as the specification does', (suffix, uuid) => {
    expect(encodeSuffix(uuid)).toBe(suffix);
    expect(decodeSuffix(suffix)).toBe(uuid);
  });

  it('restores every UUID it encoded', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(decodeId('product', encodeId('product', uuid))).toBe(uuid);
      }),
    );
  });

  it('sorts as the UUIDs do', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(encodeSuffix(a) < encodeSuffix(b)).toBe(a < b);
      }),
    );
  });

  it.each([
    ['another prefix', 'cat_01h455vb4pex5vsknk084sn02q'],
    ['no prefix', '01h455vb4pex5vsknk084sn02q'],
    ['a UUID', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['upper case', 'prd_01H455VB4PEX5VSKNK084SN02Q'],
    ['a letter outside the alphabet', 'prd_01h455vb4pex5vsknk084sn02u'],
    ['more than 128 bits', 'prd_8zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['too few digits', 'prd_01h455vb4pex5vsknk084sn02'],
    ['too many digits', 'prd_01h455vb4pex5vsknk084sn02qq'],
    ['another separator', 'prd-01h455vb4pex5vsknk084sn02q'],
    ['nothing', ''],
  ])('rejects %s', (_, text) => {
    expect(decodeId('product', text)).toBeNull();
  });

  it('reads arbitrary text without failing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const uuid = decodeId('product', `prd_${text}`);
        expect(uuid === null || encodeId('product', uuid) === `prd_${text}`).toBe(true);
      }),
    );
  });

  it('creates ids that ascend within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => systemIds.next());
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
