import type { Source } from './sources.ts';

/** The room of the repository that a file is in; null for files the rule is not about. */
export type RoomOf = (path: string) => string | null;

const serverFile = /^apps\/server\/src\/(features\/[^/]+|[^/]+)/;
const packageFile = /^packages\/[^/]+\/src\/[^/]+/;

/** A feature, another folder of the server, a folder of a package; a file beside the folders is a room of its own. */
export const roomOf: RoomOf = (path) => {
  if (/\.test\.tsx?$/.test(path)) return null;
  return (serverFile.exec(path) ?? packageFile.exec(path))?.[0] ?? null;
};

/**
 * Circles of imports between rooms, types included: each as the rooms on its way, with the import that begins it. A room
 * is named in one circle at most.
 */
export function findCircles(sources: readonly Source[], rooms: RoomOf = roomOf): string[] {
  const doors = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const from = rooms(path);
    if (from === null) continue;
    const targets = doors.get(from) ?? new Map<string, string>();
    doors.set(from, targets);
    for (const { target } of imports) {
      const to = rooms(target);
      if (to !== null && to !== from && !targets.has(to)) targets.set(to, `${path} → ${target}`);
    }
  }
  const reported = new Set<string>();
  return [...doors.keys()].sort().flatMap((start) => {
    if (reported.has(start)) return [];
    const way = findWayBack(doors, start);
    if (way === null) return [];
    for (const room of way) reported.add(room);
    const steps = way.map((room, index) => doors.get(room)?.get(way[index + 1] ?? start));
    return [`${[...way, start].join(' → ')}: ${steps.join(', ')}`];
  });
}

/** The shortest way from a room back to itself, without its end; null when there is none. */
function findWayBack(doors: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): string[] | null {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of doors.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
