import { Tabs } from '@mantine/core';
import { baseUrl } from '../../api/client.ts';
import type { CallInput, OperationId } from '../../api/operations.ts';
import { toCurl, toTypedClient } from '../../api/request-code.ts';
import { CodeView } from '../../components/records/code-view.tsx';
import { type Draft, toInput } from './draft.ts';

/** The current request in the languages of `Copy as code`. */
export function RequestCode({ operation, draft }: { readonly operation: OperationId; readonly draft: Draft }) {
  const call = { operation, input: inputOrNone(operation, draft) };
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="curl">curl</Tabs.Tab>
        <Tabs.Tab value="typed">Typed client</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="curl">
        <CodeView what="the curl command" text={toCurl(baseUrl, call)} />
      </Tabs.Panel>
      <Tabs.Panel value="typed">
        <CodeView what="the typed client code" text={toTypedClient(baseUrl, call)} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** While the body is being typed, it is not valid JSON: the code is shown without it. */
function inputOrNone(operation: OperationId, draft: Draft): CallInput {
  try {
    return toInput(operation, draft);
  } catch {
    return toInput(operation, { ...draft, body: '' });
  }
}
