import { describe, expect, it } from 'vitest';
import { failure, type ReceivedRequest, script } from '../test-support/scripted-server.ts';
import { update } from './index.ts';

/** A note whose changes need its tag. */
function note() {
  let version = 1;
  let stars = 0;
  return ({ method, headers, body }: ReceivedRequest) => {
    if (method === 'PATCH') {
      if (headers['if-match'] !== `"${version}"`) return failure(412, 'precondition_failed');
      version += 1;
      stars = (JSON.parse(body) as { stars: number }).stars;
    }
    return { status: 200, headers: { etag: `"${version}"` }, body: { data: { id: 'n1', text: 'x', stars } } };
  };
}

const params = { id: 'n1' };

describe('an update', () => {
  it('does not lose changes of others', async () => {
    const { client } = await script(note());
    const addStar = () =>
      update(
        () => client.notes.get({ params }),
        ({ body }, ifMatch) => client.notes.patch({ params, ifMatch, body: { stars: body.data.stars + 1 } }),
        { attempts: 20 },
      );
    await Promise.all(Array.from({ length: 8 }, addStar));
    expect((await client.notes.get({ params })).body.data.stars).toBe(8);
  });

  it('gives up when others change the record every time', async () => {
    const { client, requests } = await script(({ method }) =>
      method === 'GET'
        ? { status: 200, headers: { etag: '"1"' }, body: { data: {} } }
        : failure(412, 'precondition_failed'),
    );
    const attempt = update(
      () => client.notes.get({ params }),
      (_, ifMatch) => client.notes.patch({ params, ifMatch, body: {} }),
      { attempts: 3 },
    );
    await expect(attempt).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(requests).toHaveLength(6);
  });

  it('writes nothing when there is nothing to change', async () => {
    const { client, requests } = await script(note());
    expect(
      await update(
        () => client.notes.get({ params }),
        () => null,
      ),
    ).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it('needs a tag', async () => {
    const { client } = await script([{ status: 200, body: { data: {} } }]);
    await expect(
      update(
        () => client.notes.get({ params }),
        () => null,
      ),
    ).rejects.toThrow('has no entity tag');
  });
});
