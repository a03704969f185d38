import {
  BroadcastIcon,
  DownloadIcon,
  HomeIcon,
  type Icon,
  ImageIcon,
  KeyIcon,
  ListUnorderedIcon,
  LogIcon,
  PackageIcon,
  PulseIcon,
  StackIcon,
  TagIcon,
  TasklistIcon,
  TerminalIcon,
  UploadIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import type { OperationId } from '../api/operations.ts';

/** An entry of the navigation and of the command palette. */
export interface SectionEntry {
  /** The address of its list, and the prefix of the addresses of its records. */
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  /** The first operation its pages call: the section is hidden from a key that may not call it. */
  readonly needs: OperationId;
  /** The key to press after `g`. */
  readonly shortcut: string;
}

export interface SectionGroup {
  /** Null: above the groups. */
  readonly title: string | null;
  readonly sections: readonly SectionEntry[];
}

/** In navigation order. */
export const sectionGroups: readonly SectionGroup[] = [
  {
    title: null,
    sections: [{ path: '/overview', title: 'Overview', icon: HomeIcon, needs: 'meta.me', shortcut: 'o' }],
  },
  {
    title: 'Content',
    sections: [
      { path: '/products', title: 'Products', icon: PackageIcon, needs: 'products.list', shortcut: 'p' },
      { path: '/categories', title: 'Categories', icon: ListUnorderedIcon, needs: 'categories.list', shortcut: 'g' },
      { path: '/attributes', title: 'Attributes', icon: TagIcon, needs: 'attributes.list', shortcut: 'a' },
      { path: '/collections', title: 'Collections', icon: StackIcon, needs: 'collections.list', shortcut: 'l' },
      { path: '/assets', title: 'Assets', icon: ImageIcon, needs: 'assets.list', shortcut: 'm' },
    ],
  },
  {
    title: 'Flows',
    sections: [
      { path: '/channels', title: 'Channels', icon: BroadcastIcon, needs: 'channels.list', shortcut: 'c' },
      { path: '/imports', title: 'Imports', icon: UploadIcon, needs: 'imports.create', shortcut: 'i' },
      { path: '/exports', title: 'Exports', icon: DownloadIcon, needs: 'exportProfiles.list', shortcut: 'x' },
      { path: '/jobs', title: 'Jobs', icon: TasklistIcon, needs: 'jobs.list', shortcut: 'j' },
    ],
  },
  {
    title: 'Developers',
    sections: [
      { path: '/requests', title: 'Requests', icon: LogIcon, needs: 'requests.list', shortcut: 'r' },
      { path: '/webhooks', title: 'Webhooks', icon: WebhookIcon, needs: 'webhooks.list', shortcut: 'w' },
      { path: '/events', title: 'Events', icon: PulseIcon, needs: 'events.list', shortcut: 'e' },
      { path: '/keys', title: 'Keys', icon: KeyIcon, needs: 'keys.list', shortcut: 'k' },
      { path: '/playground', title: 'Playground', icon: TerminalIcon, needs: 'meta.me', shortcut: 't' },
    ],
  },
];

export const allSections: readonly SectionEntry[] = sectionGroups.flatMap(({ sections }) => sections);

/** The section that an address belongs to. */
export function sectionAt(pathname: string): SectionEntry | undefined {
  return allSections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
