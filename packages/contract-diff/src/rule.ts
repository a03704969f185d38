/** The effect of a change on callers of the earlier contract. */
export type Level = 'breaking' | 'risky' | 'safe';

/** A kind of change. */
export interface Rule {
  /** `request.maximum-lowered`. */
  readonly id: string;
  readonly level: Level;
  /** The rule of the reverse change; itself for a symmetric change. */
  readonly mirror: string;
  /** What changed, without its subject. */
  readonly meaning: string;
}

type Side = readonly [id: string, level: Level, meaning: string];

/** Two rules that are the reverse of each other. */
export function pair([id, level, meaning]: Side, [mirror, mirrorLevel, mirrorMeaning]: Side): Rule[] {
  return [
    { id, level, mirror, meaning },
    { id: mirror, level: mirrorLevel, mirror: id, meaning: mirrorMeaning },
  ];
}

/** A rule that finds a change in both directions. */
export function same(...[id, level, meaning]: Side): Rule[] {
  return [{ id, level, mirror: id, meaning }];
}

const ranks: Readonly<Record<Level, number>> = { safe: 0, risky: 1, breaking: 2 };

/** Whether a level is the given one or worse. */
export function isAtLeast(level: Level, least: Level): boolean {
  return ranks[level] >= ranks[least];
}
