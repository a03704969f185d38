import { RE2JS, RE2JSException } from 're2js';

/** A caller's regular expression, matched anywhere in a text in time linear in its length. */
export interface LinearPattern {
  readonly source: string;
  /** Longest text that is matched, in UTF-16 code units; longer ones are refused unread. */
  readonly maxLength: number;
  test(text: string): boolean;
}

/** Instructions of the compiled program: `^[A-Z]{2}\d{6}$` has 12, `^[^@]{1,64}@[^@]{1,255}$` has 641. */
const maxProgramSize = 700;

/** Program size × text length of one match: some milliseconds at worst, and 500 characters for the largest program. */
const stepBudget = 350_000;

const maxKept = 1_000;
const kept = new Map<string, LinearPattern>();

/**
 * Says what is wrong with a pattern, or null: syntax RE2 does not have (look-around, back-references, which only a
 * backtracking engine can do), or a program that is too large to be run on callers' texts.
 */
export function problemOfPattern(source: string): string | null {
  try {
    const size = RE2JS.compile(source).programSize();
    return size <= maxProgramSize ? null : 'Is too complex; state lengths with minLength and maxLength.';
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `Is not valid RE2 syntax: ${error.message.replace(/^error parsing regexp: /, '')}.`;
  }
}

/**
 * The compiled form of a pattern that {@link problemOfPattern} accepts. It is compiled on first use and shared by
 * everything that uses the same source.
 */
export function linearPattern(source: string): LinearPattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const pattern = createPattern(source);
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
  kept.set(source, pattern);
  return pattern;
}

function createPattern(source: string): LinearPattern {
  let compiled: RE2JS | undefined;
  const program = () => {
    compiled ??= RE2JS.compile(source);
    return compiled;
  };
  return {
    source,
    get maxLength() {
      return Math.floor(stepBudget / program().programSize());
    },
    // `find` and not `test`: the latter keeps an automaton of up to 8 MB for each pattern.
    test: (text) => program().matcher(text).find(),
  };
}
