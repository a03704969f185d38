import { NavLink, ScrollArea, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { missingScopes, useSession } from '../session/session.ts';
import { sectionAt, sectionGroups } from './sections.ts';

/** The sections that the key may open, by group. */
export function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { caller } = useSession();
  const current = sectionAt(useLocation().pathname);
  const groups = sectionGroups
    .map(({ title, sections }) => ({
      title,
      sections: sections.filter(({ needs }) => missingScopes(caller, needs) === null),
    }))
    .filter(({ sections }) => sections.length > 0);
  return (
    <ScrollArea component="nav" aria-label="Sections" flex={1} type="auto">
      {groups.map(({ title, sections }) => (
        <div key={title}>
          {title !== null && (
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb="xs" id={`group-${title}`}>
              {title}
            </Text>
          )}
          <ul className="plain" aria-labelledby={title === null ? undefined : `group-${title}`}>
            {sections.map((section) => {
              const { path, title: label, icon: SectionIcon } = section;
              const isCurrent = section === current;
              return (
                <li key={path}>
                  <NavLink
                    href={`#${path}`}
                    label={label}
                    leftSection={<SectionIcon />}
                    active={isCurrent}
                    aria-current={isCurrent ? 'page' : undefined}
                    className="nav-link"
                    {...(onNavigate && { onClick: onNavigate })}
                  />
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </ScrollArea>
  );
}
