import {
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Menu,
  Modal,
  Notification,
  Popover,
  Table,
  Tooltip,
} from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

/** The decisions of DESIGN.md: type, spacing, density, colours. */
export const theme = createTheme({
  primaryColor: 'indigo',
  // The shades with a contrast of at least 4.5:1 to white text.
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Drawer: Drawer.extend({ defaultProps: { transitionProps: { duration: 120 } } }),
    Menu: Menu.extend({
      defaultProps: {
        transitionProps: { duration: 80 },
        shadow: 'md',
        // A menu contains nothing but its items, and is part of the page's main content.
        withInitialFocusPlaceholder: false,
        withinPortal: false,
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps,
        transitionProps: { duration: 120 },
        centered: true,
        // The page has one banner: that of the console.
        attributes: { header: { role: 'presentation' } },
      },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps },
      // Below a title it is a grey that misses the contrast of WCAG 2.2 AA.
      styles: { description: { color: 'var(--mantine-color-text)' } },
    }),
    Popover: Popover.extend({ defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } }),
    // Links keep their contrast on this color.
    Table: Table.extend({ defaultProps: { highlightOnHoverColor: 'var(--console-surface)' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } }),
  },
});

/** Mantine's dimmed texts miss the contrast of WCAG 2.2 AA (4.5:1); these do not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--console-surface': 'var(--mantine-color-gray-0)',
    '--console-line': 'var(--mantine-color-gray-3)',
    '--console-hover': 'var(--mantine-color-gray-1)',
    '--console-good': 'var(--mantine-color-green-8)',
    '--console-bad': 'var(--mantine-color-red-8)',
    '--console-busy': 'var(--mantine-color-yellow-8)',
    '--console-idle': 'var(--mantine-color-gray-5)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--console-surface': 'var(--mantine-color-dark-8)',
    '--console-line': 'var(--mantine-color-dark-5)',
    '--console-hover': 'var(--mantine-color-dark-6)',
    '--console-good': 'var(--mantine-color-green-5)',
    '--console-bad': 'var(--mantine-color-red-5)',
    '--console-busy': 'var(--mantine-color-yellow-5)',
    '--console-idle': 'var(--mantine-color-dark-3)',
  },
});
