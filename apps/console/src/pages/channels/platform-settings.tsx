import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ChannelPlatform, channelSettings } from '@product-content/contract';
import { z } from 'zod';

interface SettingField {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
  /** Undefined for text or a number. */
  readonly options: readonly string[] | undefined;
  readonly isNumber: boolean;
  readonly byDefault: string | number;
}

/** The fields for the settings of a platform, read from its schema in the contract. */
export function settingFields(platform: ChannelPlatform): readonly SettingField[] {
  return Object.entries(channelSettings[platform].shape).map(([name, schema]) => {
    const byDefault = schema instanceof z.ZodDefault ? schema.def.defaultValue : '';
    const type = innermost(schema);
    return {
      name,
      description: (schema as z.ZodType).description?.replaceAll('`', ''),
      required: !(schema instanceof z.ZodDefault || schema instanceof z.ZodOptional),
      options: type instanceof z.ZodEnum ? type.options.map(String) : undefined,
      isNumber: type instanceof z.ZodNumber,
      byDefault: byDefault as string | number,
    };
  });
}

/** A schema without its default; of several alternatives the first one, which is that of responses. */
function innermost(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return innermost(schema.unwrap());
  if (schema instanceof z.ZodPipe) return innermost(schema.in);
  if (schema instanceof z.ZodUnion) return innermost(schema.options[0]);
  return schema;
}

export type SettingValues = Readonly<Record<string, string | number>>;

/** The form values for the settings of a platform, with its defaults. */
export function toSettingValues(platform: ChannelPlatform, settings: Readonly<Record<string, unknown>>): SettingValues {
  return Object.fromEntries(
    settingFields(platform).map(({ name, byDefault }) => [name, (settings[name] as string | number) ?? byDefault]),
  );
}

/** The settings for the API: an empty value stands for the default. */
export function toSettings(values: SettingValues): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

export interface PlatformSettingsProps {
  readonly form: Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps'>;
  readonly platform: ChannelPlatform;
}

/** The fields for a platform's settings, at `settings` in the form. */
export function PlatformSettings({ form, platform }: PlatformSettingsProps) {
  return settingFields(platform).map(({ name, description, required, options, isNumber }) => {
    const props = {
      key: `${platform} ${name}`,
      label: toLabel(name),
      description,
      required,
      ...form.getInputProps(`settings.${name}`),
    };
    const { key, ...others } = props;
    if (options !== undefined) return <NativeSelect key={key} data={[...options]} {...others} />;
    return isNumber ? <NumberInput key={key} {...others} /> : <TextInput key={key} {...others} />;
  });
}

/** Converts `productUrl` to `Product URL`. */
function toLabel(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
