import { isCurrency, isGtin, type weightUnits } from '@product-content/contract';
import type { FindingOutcome } from '../../../report/ledger.ts';
import { imageUrl } from '../../../source/images.ts';
import { roundToFour, toNumber } from '../../../source/numbers.ts';
import { type Target, targetOf } from '../schema/attribute-types.ts';
import { chooseCells, passedOver, type ValueCell } from '../schema/columns.ts';
import { chosenChannel, type IcecatAttribute, listOf } from '../schema/read-schema.ts';
import { symbolOf } from '../schema/units.ts';
import type { ProductDraft, TextField } from './product-draft.ts';
import { readLineBreaks, toAttributeValue } from './values.ts';

/** Records a finding about the current record. */
export type Note = (outcome: FindingOutcome, reason: string, detail?: string) => void;

/** The product to which the cells of an attribute are applied, and its environment. */
export interface ApplyContext {
  readonly draft: ProductDraft;
  readonly imageBase: string | undefined;
  /** The label of an option in the workspace's language: `Akeneo` for `akeneo`. */
  readonly optionLabel: (attribute: IcecatAttribute, option: string) => string;
  readonly note: Note;
}

type Apply = (context: ApplyContext, attribute: IcecatAttribute, cells: readonly ValueCell[]) => void;

/** Applies the filled cells of one attribute to the product. */
export const applyValues: Apply = (context, attribute, cells) =>
  appliers[targetOf(attribute)](context, attribute, cells);

const applyText =
  (field: TextField): Apply =>
  (context, attribute, cells) => {
    for (const cell of chosenCells(context, cells)) {
      noteForm(context, attribute, cell);
      if (!context.draft.setText(field, readLineBreaks(cell.text), cell.locale)) noteLocale(context, cell);
    }
  };

const applySeo =
  (field: 'title' | 'description'): Apply =>
  (context, attribute, cells) => {
    for (const cell of chosenCells(context, cells)) {
      noteForm(context, attribute, cell);
      if (!context.draft.setSeo(field, readLineBreaks(cell.text), cell.locale)) {
        context.note(
          'left_out',
          'search engine texts exist in the default language only',
          `${cell.header}: ${cell.text}`,
        );
      }
    }
  };

const applyAttribute: Apply = (context, attribute, cells) => {
  const unit = cells.find((cell) => cell.isUnit)?.text ?? '';
  for (const cell of chosenCells(context, cells)) {
    const read = toAttributeValue(attribute, cell.text, unit);
    if ('problem' in read) {
      context.note('left_out', `a value of ${attribute.code} ${read.problem}`, cell.text);
      continue;
    }
    noteForm(context, attribute, cell);
    if (!context.draft.setAttribute(attribute.code, read.value, cell.locale)) noteLocale(context, cell);
  }
};

const applyGtin: Apply = (context, attribute, cells) => {
  applyAttribute(context, attribute, cells);
  const text = cells[0]?.text ?? '';
  if (isGtin(text)) return context.draft.set({ gtin: text });
  const problem = /^(\d{8}|\d{12,14})$/.test(text) ? 'has a wrong check digit' : 'does not have 8, 12, 13 or 14 digits';
  context.note('left_out', `the EAN ${problem}: it is kept in the attribute ean, not as gtin`, text);
};

const applyPrices: Apply = (context, _attribute, cells) => {
  for (const { currency, text } of cells) {
    const amount = toNumber(text);
    if (currency === null || !isCurrency(currency)) context.note('left_out', 'a price without a known currency', text);
    else if (amount === null || amount < 0 || amount !== roundToFour(amount)) {
      context.note('left_out', 'a price is not an amount of at most four decimals', `${currency} ${text}`);
    } else context.draft.prices[currency] = amount;
  }
};

const weightSymbols: readonly string[] = ['g', 'kg', 'oz', 'lb'] satisfies readonly (typeof weightUnits)[number][];

const applyWeight: Apply = (context, attribute, cells) => {
  const text = cells.find((cell) => !cell.isUnit)?.text;
  if (text === undefined) return;
  const unit = symbolOf(cells.find((cell) => cell.isUnit)?.text ?? attribute.unit);
  const weight = toNumber(text);
  if (weight === null || weight < 0 || !weightSymbols.includes(unit)) {
    context.note('left_out', 'a weight is not a number of grams, kilograms, ounces or pounds', `${text} ${unit}`);
  } else context.draft.set({ weight: roundToFour(weight), units: { weight: unit as (typeof weightUnits)[number] } });
};

const applyBrand: Apply = (context, attribute, cells) => {
  for (const { text } of cells) context.draft.set({ brand: context.optionLabel(attribute, text) });
};

const applyCollections: Apply = (context, attribute, cells) => {
  for (const code of cells.flatMap((cell) => listOf(cell.text))) {
    if (attribute.options.has(code)) context.draft.addCollection(code);
    else context.note('left_out', 'a collection does not exist', code);
  }
};

const applyImage: Apply = (context, attribute, cells) => {
  applyAttribute(context, attribute, cells);
  for (const { text } of cells) {
    const url = imageUrl(text, context.imageBase);
    if (url === null) {
      context.note('adapted', `an image path has no address: it is kept in the attribute ${attribute.code}`, text);
    } else context.draft.images.push({ url, role: attribute.code });
  }
};

const appliers: Record<Target, Apply> = {
  identity: () => {},
  name: applyText('name'),
  description: applyText('description'),
  shortDescription: applyText('shortDescription'),
  seoTitle: applySeo('title'),
  seoDescription: applySeo('description'),
  brand: applyBrand,
  collections: applyCollections,
  gtin: applyGtin,
  weight: applyWeight,
  prices: applyPrices,
  image: applyImage,
  attribute: applyAttribute,
};

/** The cells to use. Different values of another channel cannot be kept, and become findings. */
function chosenCells({ note }: ApplyContext, cells: readonly ValueCell[]): ValueCell[] {
  const chosen = chooseCells(cells);
  for (const { header, text } of passedOver(cells, chosen)) {
    note('left_out', 'another channel has a different value', `${header}: ${text}`);
  }
  return chosen;
}

function noteForm({ note }: ApplyContext, { code }: IcecatAttribute, { channel, text, locale }: ValueCell): void {
  const where = locale === null ? code : `${code} in ${locale}`;
  if (channel !== null && channel !== chosenChannel) {
    note('adapted', `the channel ${chosenChannel} has no value: that of ${channel} is used`, where);
  }
  if (text.includes('\\n')) note('adapted', 'a backslash and an n are read as a line break', where);
}

function noteLocale({ note }: ApplyContext, { locale, header }: ValueCell): void {
  note('left_out', `the workspace has no locale for ${locale}`, header);
}
