type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** What a process says of itself in the text format of Prometheus. */
export interface Scrape {
  /** The metrics that are described, by name. */
  names(): string[];
  type(name: string): string | undefined;
  /** The names of the labels of each sample, histograms included, without those of buckets. */
  labels(name: string): string[][];
  /** The sum of the samples that have these labels. @throws Error when there is none. */
  sum(name: string, labels?: Labels): number;
}

/** @throws Error for a line that is not in the format. */
export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} says ${response.status}: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '');
  const types = new Map(
    lines.flatMap((line) =>
      [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, name = '', type = '']) => [name, type]),
    ),
  );
  const samples = lines.filter((line) => !line.startsWith('#')).map(parse);
  return {
    names: () => [...types.keys()],
    type: (name) => types.get(name),
    labels: (name) =>
      samples
        .filter((sample) => sample.name.replace(/_(bucket|sum|count)$/, '') === name || sample.name === name)
        .map((sample) => Object.keys(sample.labels).filter((label) => label !== 'le')),
    sum(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      if (found.length === 0) throw new Error(`There is no ${name} with ${JSON.stringify(labels)}.`);
      return found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function parse(line: string): Sample {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined || Number.isNaN(Number(value))) throw new Error(`This is not a sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
