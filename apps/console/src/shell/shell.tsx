import { ActionIcon, Alert, Burger, Button, Drawer, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { spotlight } from '@mantine/spotlight';
import { SearchIcon, SignOutIcon } from '@primer/octicons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Page } from '../components/page/page.tsx';
import { missingScopes, useSession } from '../session/session.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { Navigation } from './navigation.tsx';
import { sectionAt } from './sections.ts';
import { useSectionShortcuts } from './use-section-shortcuts.ts';
import { useIsWaiting } from './waiting.ts';

/** Loaded after the page is shown, because nobody needs it before. */
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** The frame of every page: the sections, the command palette, and the current session. */
export function Shell() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const isWaiting = useIsWaiting();
  useSectionShortcuts();
  return (
    // Inside the router, so that notifications and dialogs can contain links.
    <ModalsProvider>
      <Notifications position="bottom-right" limit={3} />
      <div className="frame">
        {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus within the page; the hash holds the address */}
        <a href="#main" className="skip-link" onClick={skipToMain}>
          Skip to the content
        </a>
        <aside className="sidebar">
          <Sidebar />
        </aside>
        <header className="topbar">
          <Burger opened={isOpen} onClick={open} size="sm" aria-label="Open the navigation" />
          <WorkspaceName />
          <PaletteButton />
        </header>
        <Drawer
          opened={isOpen}
          onClose={close}
          size={280}
          title={<WorkspaceName />}
          closeButtonProps={{ 'aria-label': 'Close the navigation' }}
        >
          <Sidebar onNavigate={close} isDrawer />
        </Drawer>
        <main id="main" tabIndex={-1}>
          {isWaiting && (
            <Alert color="yellow" variant="outline" role="status" mb="md">
              Too many requests: waiting until the rate limit allows more. Nothing is lost.
            </Alert>
          )}
          <Guarded>
            <Outlet />
          </Guarded>
        </main>
        <Suspense>
          <CommandPalette />
        </Suspense>
      </div>
    </ModalsProvider>
  );
}

/** The hash of the address holds the page, so the link cannot use it. */
function skipToMain(event: { preventDefault: () => void }) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function Sidebar({ onNavigate, isDrawer = false }: { readonly onNavigate?: () => void; readonly isDrawer?: boolean }) {
  const { caller, signOut } = useSession();
  return (
    <Stack gap="sm" h="100%">
      {!isDrawer && (
        <>
          <WorkspaceName />
          <PaletteButton isWide />
        </>
      )}
      <Navigation {...(onNavigate && { onNavigate })} />
      <Group justify="space-between" wrap="nowrap" gap="xs" className="sidebar-foot">
        <Text size="xs" c="dimmed" truncate title={`Key ${caller.key.name}`}>
          Key {caller.key.name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <ColorSchemeSwitch />
          <Tooltip label="Sign out">
            <ActionIcon variant="subtle" color="gray" aria-label="Sign out" onClick={() => signOut(null)}>
              <SignOutIcon />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
    </Stack>
  );
}

function WorkspaceName() {
  const { workspace } = useSession().caller;
  return (
    <Text fw={600} truncate px="sm">
      {workspace.name}
    </Text>
  );
}

function PaletteButton({ isWide = false }: { readonly isWide?: boolean }) {
  if (!isWide) {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search and commands" onClick={spotlight.open}>
        <SearchIcon />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className="palette-button" onClick={spotlight.open}>
      <SearchIcon />
      <span>Search and commands</span>
      <kbd>⌘K</kbd>
    </UnstyledButton>
  );
}

/** Says which scope is missing, instead of showing a page full of errors. */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { caller } = useSession();
  const section = sectionAt(useLocation().pathname);
  const missing = section === undefined ? null : missingScopes(caller, section.needs);
  if (section === undefined || missing === null) return <>{children}</>;
  return (
    <Page title={section.title}>
      <Alert color="red" variant="outline">
        The key lacks the scope {missing}.
      </Alert>
    </Page>
  );
}

/** Shown for an unknown address. */
export function NotFound() {
  return (
    <Page title="Not found">
      <Text>There is no page at this address.</Text>
      <div>
        <Button component="a" href="#/overview" variant="default">
          To the overview
        </Button>
      </div>
    </Page>
  );
}
