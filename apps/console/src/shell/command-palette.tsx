import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { MoonIcon, SearchIcon, SignOutIcon, SunIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { missingScopes, useSession } from '../session/session.ts';
import { allSections } from './sections.ts';

/** Every section and action by name, and otherwise a search for products. Opens with Ctrl+K or ⌘K. */
export function CommandPalette() {
  const { caller, signOut } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const sections = allSections.filter(({ needs }) => missingScopes(caller, needs) === null);

  const words = query.trim();
  const search: SpotlightActionData[] =
    words !== '' && missingScopes(caller, 'products.list') === null
      ? [
          {
            id: 'search-products',
            label: `Search products for “${words}”`,
            leftSection: <SearchIcon />,
            keywords: words,
            onClick: () => void navigate({ to: '/products', search: { q: words } }),
          },
        ]
      : [];
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Go to',
      actions: sections.map(({ path, title, icon: SectionIcon, shortcut }) => ({
        id: path,
        label: title,
        leftSection: <SectionIcon />,
        rightSection: <kbd>g {shortcut}</kbd>,
        onClick: () => void navigate({ to: path }),
      })),
    },
    {
      group: 'Actions',
      actions: [
        { id: 'light', label: 'Light colours', leftSection: <SunIcon />, onClick: () => setColorScheme('light') },
        { id: 'dark', label: 'Dark colours', leftSection: <MoonIcon />, onClick: () => setColorScheme('dark') },
        { id: 'sign-out', label: 'Sign out', leftSection: <SignOutIcon />, onClick: () => signOut(null) },
      ],
    },
    // Last, so that Enter opens the section whose name was typed.
    ...(search.length > 0 ? [{ group: 'Search', actions: search }] : []),
  ];
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      nothingFound="Nothing has this name."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        placeholder: 'Go to a section, or search products',
        leftSection: <SearchIcon />,
        'aria-label': 'Search and commands',
      }}
    />
  );
}
