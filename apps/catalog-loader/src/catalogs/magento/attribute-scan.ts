import { type AttributeType, type AttributeValue, CodeSchema } from '@product-content/contract';
import type { PlannedAttribute } from '../../load-plan.ts';
import { CodeBook, toCode, toReadable } from '../../source/codes.ts';
import { membersOf } from './packed-cells.ts';

/** Attributes with more distinct values become text instead of a list of options. */
const maxOptions = 500;

/** What was seen of the values of one attribute in all products. */
interface Observed {
  readonly values: Set<string>;
  isList: boolean;
  isAxis: boolean;
}

/**
 * Infers the attributes: the file contains no definitions, only values. Yes and No make a boolean, values with `|` a
 * multiselect, an axis or a limited number of values a select, anything else text.
 */
export class AttributeScan {
  readonly #observed = new Map<string, Observed>();
  readonly #options = new Map<string, CodeBook>();

  observe(name: string, value: string, use: 'value' | 'axis' | 'list' = 'value'): void {
    if (value === '') return;
    const observed = this.#observed.get(name) ?? { values: new Set<string>(), isList: false, isAxis: false };
    this.#observed.set(name, observed);
    if (use === 'list' || value.includes('|')) observed.isList = true;
    if (use === 'axis') observed.isAxis = true;
    if (observed.values.size > maxOptions) return;
    for (const member of membersOf(value)) observed.values.add(member);
  }

  /** The code of an attribute: its name, if that is a valid code. */
  codeOf(name: string): string {
    return CodeSchema.safeParse(name).success ? name : (toCode(name) ?? 'unnamed');
  }

  typeOf(name: string): AttributeType {
    const observed = this.#observed.get(name);
    if (observed === undefined || observed.values.size > maxOptions) return 'text';
    if (observed.isAxis) return 'select';
    if ([...observed.values].every((value) => value === 'Yes' || value === 'No')) return 'boolean';
    return observed.isList ? 'multiselect' : 'select';
  }

  valueOf(name: string, value: string): AttributeValue {
    switch (this.typeOf(name)) {
      case 'boolean':
        return value === 'Yes';
      case 'multiselect':
        return membersOf(value).map((member) => this.#optionCode(name, member));
      case 'select':
        return this.#optionCode(name, value);
      default:
        return value;
    }
  }

  /** The attributes found, with their options in order of appearance. */
  toAttributes(): PlannedAttribute[] {
    return [...this.#observed].map(([name, { values, isAxis }]) => {
      const type = this.typeOf(name);
      const hasOptions = type === 'select' || type === 'multiselect';
      return {
        code: this.codeOf(name),
        label: toReadable(name),
        type,
        usableAsAxis: isAxis,
        ...(hasOptions && { options: [...values].map((label) => ({ code: this.#optionCode(name, label), label })) }),
      };
    });
  }

  #optionCode(name: string, value: string): string {
    const codes = this.#options.get(name) ?? new CodeBook();
    this.#options.set(name, codes);
    return codes.codeOf(value);
  }
}
