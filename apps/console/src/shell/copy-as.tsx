import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { CodeIcon } from '@primer/octicons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { baseUrl } from '../api/client.ts';
import { type Call, routeOf } from '../api/operations.ts';
import { toCurl, toTypedClient } from '../api/request-code.ts';
import { activeCalls } from '../api/use-read.ts';
import { lastWrites } from '../api/use-write.ts';
import { notifySuccess } from '../components/page/notify.tsx';

/** The requests behind the page, and the most recent changes made here, as code to copy. */
export function CopyAs() {
  const client = useQueryClient();
  const [calls, setCalls] = useState<readonly Call[]>([]);
  const copy = async (text: string, language: string) => {
    await navigator.clipboard.writeText(text);
    notifySuccess(`Copied as ${language}`);
  };
  return (
    <Menu position="bottom-end" width={320} onOpen={() => setCalls([...activeCalls(client), ...lastWrites(client)])}>
      <Menu.Target>
        <Tooltip label="Copy the requests of this page">
          <ActionIcon variant="default" size="lg" aria-label="Copy as code">
            <CodeIcon />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {calls.length === 0 && <Menu.Label>This page sent no request</Menu.Label>}
        {calls.map((call, index) => (
          <div key={index}>
            <Menu.Label>
              {routeOf(call.operation).method} {call.operation}
            </Menu.Label>
            <Menu.Item onClick={() => void copy(toCurl(baseUrl, call), 'curl')}>Copy as curl</Menu.Item>
            <Menu.Item onClick={() => void copy(toTypedClient(baseUrl, call), 'typed client')}>
              Copy as typed client
            </Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
