import type { JudgedFinding, Judgement } from '../acknowledgements.ts';
import type { Level } from '../rule.ts';

/** The report formats. */
export const formats = { text: toText, json: toJson, markdown: toMarkdown, junit: toJunit, github: toGithub } as const;

export type Format = keyof typeof formats;

const levels: readonly Level[] = ['breaking', 'risky', 'safe'];

function toText(judgement: Judgement): string {
  const { findings, failing, expired, unused } = judgement;
  const lines = findings.map((finding) => {
    const { level, fingerprint, message, acknowledged } = finding;
    const reason = acknowledged === undefined ? '' : `\n          acknowledged: ${acknowledged}`;
    return `${level.padEnd(8)}  ${placeOf(finding)}\n          ${message}  ${finding.id} ${fingerprint}${reason}`;
  });
  const notes = [
    ...expired.map(({ fingerprints, reason, expires }) => `Expired ${expires}: ${reason} (${fingerprints.join(', ')})`),
    ...(unused.length === 0 ? [] : [`Acknowledged, but no longer found: ${unused.join(', ')}`]),
  ];
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    ...notes,
    `${countsOf(findings)} ${verdictOf(failing.length)}`,
    '',
  ].join('\n');
}

function toJson({ findings, failing, expired, unused }: Judgement): string {
  return `${JSON.stringify({ findings, failing: failing.map(({ fingerprint }) => fingerprint), expired, unused }, null, 2)}\n`;
}

function toMarkdown({ findings, failing, expired }: Judgement): string {
  const sections = levels.flatMap((level) => {
    const rows = findings.filter((finding) => finding.level === level);
    if (rows.length === 0) return [];
    const lines = rows.map((finding) => {
      const cells = [placeOf(finding), finding.message, finding.acknowledged ?? '', `\`${finding.fingerprint}\``];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
    });
    const heading = `## ${level.charAt(0).toUpperCase()}${level.slice(1)}`;
    return [heading, '', '| where | what | acknowledged | fingerprint |', '|---|---|---|---|', ...lines, ''];
  });
  const notes = expired.flatMap(({ reason, expires }) => [`Expired ${expires}: ${reason}`, '']);
  return [...sections, ...notes, `${countsOf(findings)} ${verdictOf(failing.length)}`, ''].join('\n');
}

/** One test case per finding; failing findings are failures, the others pass. */
function toJunit({ findings, failing }: Judgement): string {
  const failed = new Set(failing.map(({ fingerprint }) => fingerprint));
  const cases = findings.map((finding) => {
    const name = `${placeOf(finding)}: ${finding.message} (${finding.fingerprint})`;
    const test = `    <testcase classname="${escapeXml(finding.id)}" name="${escapeXml(name)}"`;
    if (!failed.has(finding.fingerprint)) return `${test}/>`;
    return `${test}>\n      <failure type="${finding.level}" message="${escapeXml(finding.message)}"/>\n    </testcase>`;
  });
  const counts = `tests="${findings.length}" failures="${failing.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="contract-kit diff" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Workflow commands, which GitHub shows as annotations. */
function toGithub({ findings, failing }: Judgement): string {
  const failed = new Set(failing.map(({ fingerprint }) => fingerprint));
  const lines = findings
    .filter(({ level, acknowledged }) => level !== 'safe' && acknowledged === undefined)
    .map((finding) => {
      const command = failed.has(finding.fingerprint) ? 'error' : 'warning';
      const text = `${placeOf(finding)}: ${finding.message} (${finding.id} ${finding.fingerprint})`;
      return `::${command} title=${escapeProperty(`Contract: ${finding.level}`)}::${escapeData(text)}`;
    });
  return [...lines, `${countsOf(findings)} ${verdictOf(failing.length)}`, ''].join('\n');
}

/** `todos.list and 3 more, Todo.title` */
function placeOf({ operation, operations, path }: JudgedFinding): string {
  const others = operations.length > 1 ? ` and ${operations.length - 1} more` : '';
  return [operation === null ? 'contract' : `${operation}${others}`, path].filter(Boolean).join(', ');
}

function countsOf(findings: readonly JudgedFinding[]): string {
  if (findings.length === 0) return 'Nothing has changed.';
  const acknowledged = findings.filter((finding) => finding.acknowledged !== undefined).length;
  const counts = levels.map((level) => `${findings.filter((finding) => finding.level === level).length} ${level}`);
  return `${counts.join(', ')}; ${acknowledged} acknowledged.`;
}

function verdictOf(failing: number): string {
  return failing === 0 ? 'Nothing fails.' : `${failing} ${failing === 1 ? 'fails' : 'fail'}.`;
}

/** For attributes of XML 1.0, which has no control characters. */
function escapeXml(text: string): string {
  const replaced: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd').replaceAll(/[&<>"]/g, (each) => replaced[each] ?? each);
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
