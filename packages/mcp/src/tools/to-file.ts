import { invalidFields } from '@contract-kit/http-spec';
import { describeExpected } from '@contract-kit/middleware';

/** Only this form, because ordinary text may begin with `data:`. */
const dataUrl = /^data:(?<type>[^;,]*)(?<parameters>(?:;[^;,]*)*);base64,/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A file as a model passes it: its text, or its bytes in base64 as a data URL (RFC 2397), which may include its name:
 * `data:image/png;name=mug.png;base64,iVBORw0…`.
 *
 * @param argument the file's name where it has none.
 * @throws ApiError `validation_failed` at the argument.
 */
export function toFile(argument: string, value: unknown): File {
  if (typeof value !== 'string') throw invalidFields({ [argument]: describeExpected('string') });
  const url = dataUrl.exec(value);
  if (url === null) return new File([value], argument);
  const content = value.slice(url[0].length);
  if (!base64.test(content)) throw invalidFields({ [argument]: 'What follows "base64," is not base64.' });
  const { type = '', parameters = '' } = url.groups ?? {};
  return new File([Buffer.from(content, 'base64')], nameIn(parameters) ?? argument, { type });
}

function nameIn(parameters: string): string | undefined {
  const name = /;name=([^;]+)/.exec(parameters)?.[1];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return name;
  }
}
