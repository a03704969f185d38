import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorOwnProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;
type ButtonOwnProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

function RoutedAnchor(props: AnchorOwnProps) {
  return <Anchor inherit {...props} />;
}

function RoutedButton(props: ButtonOwnProps) {
  return <Button component="a" {...props} />;
}

/**
 * A link within the console. The compiler checks its path, parameters and search.
 *
 * @example <Link to="/products/$idOrSku" params={{ idOrSku: sku }}>{sku}</Link>
 */
export const Link: LinkComponent<typeof RoutedAnchor> = createLink(RoutedAnchor);

/** A link that looks like a button: for a page that begins an action. */
export const ButtonLink: LinkComponent<typeof RoutedButton> = createLink(RoutedButton);
