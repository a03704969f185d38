import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type OperationId, operationIds, routeOf } from '../../api/operations.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { missingScopes, useSession } from '../../session/session.ts';
import { type Draft, draftOf, isTryable } from './draft.ts';
import { RequestCode } from './request-code-view.tsx';
import { RequestForm } from './request-form.tsx';
import { ResponseView } from './response-view.tsx';
import { useSend } from './use-send.ts';

const route = getRouteApi('/playground');

/** Sends any operation that the key may call, and shows it as code. */
export function PlaygroundPage() {
  const { caller } = useSession();
  const { operation = 'products.list' } = route.useSearch();
  const navigate = route.useNavigate();
  const offered = operationIds.filter((id) => isTryable(id) && missingScopes(caller, id) === null);
  const current = offered.find((id) => id === operation) ?? 'meta.me';
  return (
    <Page title="Playground" description="Send any operation with your key to this workspace, and copy it as code.">
      <Select
        label="Operation"
        searchable
        allowDeselect={false}
        maw={520}
        value={current}
        data={grouped(offered)}
        nothingFoundMessage="No operation has this name."
        onChange={(value) => {
          if (value !== null) void navigate({ search: { operation: value as OperationId } });
        }}
      />
      <Playground key={current} operation={current} />
    </Page>
  );
}

function Playground({ operation }: { readonly operation: OperationId }) {
  const { operation: _, ...given } = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState<Draft>(() => draftOf(operation, given as Parameters<typeof draftOf>[1]));
  const { send, isPending, outcome, problem } = useSend(operation);
  const submit = () => {
    const { params, query, body } = draft;
    // The address contains the request, so that it can be shared.
    void navigate({
      search: { operation, params: JSON.stringify(params), query: JSON.stringify(query), body: body || undefined },
      replace: true,
      resetScroll: false,
    });
    send(draft);
  };
  const { method, path, summary } = routeOf(operation);
  return (
    <Stack gap="lg">
      <Text>
        <Text span fw={600} ff="monospace">
          {method} {path}
        </Text>{' '}
        {summary}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Section title="Request">
          <RequestForm
            operation={operation}
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            isPending={isPending}
            problem={problem}
            onSubmit={submit}
          />
        </Section>
        <Section title="As code">
          <RequestCode operation={operation} draft={draft} />
        </Section>
      </SimpleGrid>
      {outcome !== null && <ResponseView outcome={outcome} />}
    </Stack>
  );
}

/** By resource, in contract order. */
function grouped(ids: readonly OperationId[]) {
  const groups = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('.')));
  return [...groups].map(([group, items]) => ({ group, items: items.map((value) => ({ value, label: value })) }));
}
