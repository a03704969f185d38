import { RE2JS, RE2JSException } from 're2js';

/** A caller's regular expression, matched anywhere in a text in time linear in its length. */
export interface LinearPattern {
  readonly source: string;
  /** The longest text that is matched, in UTF-16 code units; longer ones are rejected unread. */
  readonly maxLength: number;
  /** The maximum cost of matching a text: instructions of the program × code units. */
  stepsOf(text: string): number;
  test(text: string): boolean;
}

/** Instructions of the compiled program: `^[A-Z]{2}\d{6}$` has 12, `^[^@]{1,64}@[^@]{1,255}$` has 641. */
const maxProgramSize = 700;

/** Steps of one match: some milliseconds at worst; with the largest program, 500 characters. */
const maxSteps = 350_000;

/** Programs that are kept compiled; one takes up to 150 KiB and about a millisecond to compile. */
const maxCached = 300;
const cache = new Map<string, RE2JS>();

/**
 * Returns what is wrong with a pattern, or null: syntax RE2 does not have (look-around, back-references, which need a
 * backtracking engine), or a program that is too large to run on callers' texts.
 */
export function problemOfPattern(source: string): string | null {
  try {
    const size = RE2JS.compile(source).programSize();
    if (size <= maxProgramSize) return null;
    return `Is too complex: it compiles to ${size} instructions, and at most ${maxProgramSize} are allowed. State lengths with minLength and maxLength instead of counted repetitions.`;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `Is not valid RE2 syntax: ${error.message.replace(/^error parsing regexp: /, '')}.`;
  }
}

/** The pattern of a source that {@link problemOfPattern} accepts. It is compiled on first use. */
export function linearPattern(source: string): LinearPattern {
  return {
    source,
    get maxLength() {
      return Math.floor(maxSteps / programOf(source).programSize());
    },
    stepsOf: (text) => programOf(source).programSize() * text.length,
    // `find`, because `test` keeps an automaton of up to 8 MB for each pattern.
    test: (text) => programOf(source).matcher(text).find(),
  };
}

/** The compiled form of a source; evicts the least recently used. */
function programOf(source: string): RE2JS {
  const program = cache.get(source) ?? RE2JS.compile(source);
  cache.delete(source);
  cache.set(source, program);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value as string);
  return program;
}
