import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Link } from '../../components/page/link.tsx';
import { Section } from '../../components/page/page.tsx';
import { Meter } from '../../components/records/values.tsx';
import { useMay } from '../../session/session.ts';

/** The number of categories and channels listed. */
const listed = 6;

/** Where content is missing: by category and by channel. */
export function ProgressLists() {
  const mayReadProducts = useMay('products.facets');
  const mayReadChannels = useMay('channels.list');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
      {mayReadProducts && <Categories />}
      {mayReadChannels && <Channels />}
    </SimpleGrid>
  );
}

/** The categories with the smallest share of complete products. */
function Categories() {
  const all = useRead('products.facets', { query: { facets: ['category'] } });
  const incomplete = useRead('products.facets', { query: { facets: ['category'], completeness_max: 99 } });
  if (all.data === undefined || incomplete.data === undefined) return null;
  const lacking = new Map(incomplete.data.body.data[0]?.values.map(({ value, count }) => [value, count]));
  const categories = (all.data.body.data[0]?.values ?? [])
    .map(({ value, label, count }) => {
      const missing = Math.min(lacking.get(value) ?? 0, count);
      return { value, label, missing, percent: Math.floor((100 * (count - missing)) / count) };
    })
    .toSorted((one, other) => one.percent - other.percent || other.missing - one.missing)
    .slice(0, listed);
  if (categories.length === 0) return null;
  return (
    <Section title="Least complete categories">
      <Rows>
        {categories.map(({ value, label, missing, percent }) => (
          <Row key={value} meter={<Meter label={`Complete products in ${label}`} percent={percent} />}>
            <Link to="/products" search={{ category: value, completeness: 'incomplete' }}>
              {label}
            </Link>
            <Text span size="xs" c="dimmed">
              {missing.toLocaleString('en')} incomplete
            </Text>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function Channels() {
  const channels = useRead('channels.list', {});
  const shown = (channels.data?.body.data ?? [])
    .filter(({ readiness }) => readiness.total > 0)
    .toSorted((one, other) => other.readiness.withErrors - one.readiness.withErrors)
    .slice(0, listed);
  if (shown.length === 0) return null;
  return (
    <Section title="Readiness by channel">
      <Rows>
        {shown.map(({ id, name, readiness: { ready, total, withErrors } }) => (
          <Row
            key={id}
            meter={<Meter label={`Ready products for ${name}`} percent={Math.floor((100 * ready) / total)} />}
          >
            <Link to="/channels/$id" params={{ id }}>
              {name}
            </Link>
            <Text span size="xs" c="dimmed">
              {withErrors.toLocaleString('en')} with errors
            </Text>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <Paper withBorder px="lg" py="sm">
      <Stack component="ul" gap="xs" className="plain">
        {children}
      </Stack>
    </Paper>
  );
}

function Row({ meter, children }: { readonly meter: ReactNode; readonly children: ReactNode }) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" py="xs">
      <Group gap="sm" miw={0}>
        {children}
      </Group>
      {meter}
    </Group>
  );
}
