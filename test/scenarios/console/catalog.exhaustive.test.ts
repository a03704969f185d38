import type { Asset, Attribute, CategoryNode } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

const narrow = { size: { width: 360, height: 740 } };

describe.skipIf(withoutBrowser)(
  `categories, attributes, collections and assets in the console${skippedWithoutBrowser}`,
  () => {
    let app: App;
    beforeAll(async () => {
      app = await startConsoleServer();
    });
    const console = useConsole(() => app);

    it('moves a category by its menu and undoes it', async () => {
      const { page, show, faults, ...open } = await console.signIn();
      await open.category('kitchen', { name: 'Kitchen' });
      await open.category('mugs', { name: 'Mugs', parent: 'kitchen' });
      const parentOf = async (code: string) =>
        (await open.read<CategoryNode>(`/categories/${code}`)).parent?.code ?? null;
      await show('Categories');
      await expectSound({ page, faults });
      await page.getByRole('button', { name: 'Actions for Mugs' }).click();
      await page.getByRole('menuitem', { name: 'Move to the top level' }).click();
      await page.getByText('Mugs was moved').waitFor();
      expect(await parentOf('mugs')).toBeNull();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Close Kitchen' }).waitFor();
      expect(await parentOf('mugs')).toBe('kitchen');
    });

    it('creates a category below another one, changes its texts and gives it an attribute, at 360 px', async () => {
      const { page, show, faults, ...open } = await console.signIn(undefined, narrow);
      await open.category('kitchen', { name: 'Kitchen' });
      await open.attribute('color', 'text', { label: 'Colour' });
      await show('Categories');
      await page.getByRole('button', { name: 'Create category' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create category' });
      await dialog.getByLabel('Name').first().fill('Mugs');
      await dialog.getByLabel('Code').fill('mugs');
      await dialog.getByRole('combobox', { name: 'Parent' }).click();
      await page.getByRole('option', { name: 'Kitchen' }).click();
      await expectSound({ page, faults });
      await dialog.getByRole('button', { name: 'Create category' }).click();
      await page.getByRole('link', { name: 'Mugs' }).click();
      await page.getByRole('heading', { level: 1, name: 'Mugs' }).waitFor();
      await expectSound({ page, faults });
      await page.getByRole('group', { name: 'de' }).getByLabel('Name').fill('Tassen');
      await page.getByRole('button', { name: 'Save category' }).click();
      await page.getByText('Category saved').waitFor();
      expect(await open.read<CategoryNode>('/categories/mugs')).toMatchObject({
        parent: { code: 'kitchen' },
        translations: { de: { name: 'Tassen' } },
      });
      await page.getByRole('combobox', { name: 'Add an attribute' }).click();
      await page.getByRole('option', { name: 'Colour' }).click();
      await page.getByRole('checkbox', { name: 'Colour is required' }).click();
      await expect
        .poll(() => open.read('/categories/mugs/attributes'))
        .toMatchObject([{ code: 'color', required: true, inherited: false }]);
      await expectSound({ page, faults });
    });

    it('creates an attribute and gives it options', async () => {
      const { page, show, faults, ...open } = await console.signIn();
      await show('Attributes');
      await page.getByRole('button', { name: 'Create attribute' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Create attribute' });
      await dialog.getByLabel('Label').fill('Colour');
      await dialog.getByLabel('Code').fill('color');
      await dialog.getByLabel('Type').selectOption('select');
      await expectSound({ page, faults });
      await dialog.getByRole('button', { name: 'Create attribute' }).click();
      await page.getByRole('heading', { level: 1, name: 'Colour' }).waitFor();
      for (const [index, name] of ['Red', 'Blue'].entries()) {
        await page.getByRole('button', { name: 'Add option' }).click();
        await page.getByRole('textbox', { name: 'Code', exact: true }).nth(index).fill(name.toLowerCase());
        await page
          .getByRole('textbox', { name: 'Label', exact: true })
          .nth(index + 1)
          .fill(name);
      }
      await page.getByRole('button', { name: 'Move Blue up' }).click();
      await expectSound({ page, faults });
      await page.getByRole('button', { name: 'Save attribute' }).click();
      await page.getByText('Attribute saved').waitFor();
      const { options } = await open.read<Attribute>('/attributes/color');
      expect(options.map(({ code }) => code)).toEqual(['blue', 'red']);
      await show('Attributes');
      await page.getByRole('row', { name: 'Colour' }).waitFor();
      await expectSound({ page, faults });
    });

    it('adds products to a collection and puts them in order, at 360 px', async () => {
      const { page, show, faults, ...open } = await console.signIn(undefined, narrow);
      await open.product('MUG', { name: 'Mug' });
      await open.product('CUP', { name: 'Cup' });
      await open.collection('summer', { name: 'Summer' });
      const skus = async () =>
        (await open.read<{ sku: string }[]>('/collections/summer/products')).map(({ sku }) => sku);
      await show('Collections');
      await expectSound({ page, faults });
      await page.getByRole('link', { name: 'Summer' }).click();
      for (const sku of ['MUG', 'CUP']) {
        await page.getByLabel('SKU of a product to add').fill(sku);
        await page.getByRole('button', { name: 'Add product' }).click();
        await page.getByRole('button', { name: `Remove ${sku}` }).waitFor();
      }
      await expectSound({ page, faults });
      await page.getByRole('button', { name: 'Move CUP up' }).click();
      await expect.poll(skus).toEqual(['CUP', 'MUG']);
      await page.getByRole('button', { name: 'Remove MUG' }).click();
      await expect.poll(skus).toEqual(['CUP']);
      await expectSound({ page, faults });
    });

    it('uploads files into a folder, describes one and deletes it', async () => {
      const { page, show, faults, ...open } = await console.signIn();
      await show('Assets');
      await page.getByText('There are no assets.').waitFor();
      await expectSound({ page, faults });
      const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      await page.getByLabel('Files to upload').setInputFiles([
        { name: 'mug.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
        { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      ]);
      const uploads = page.getByRole('list', { name: 'Uploads' });
      await uploads.getByRole('listitem').filter({ hasText: 'mug.png' }).getByText('added').waitFor();
      await uploads.getByRole('listitem').filter({ hasText: 'empty.png' }).getByRole('alert').waitFor();
      const grid = page.getByRole('list', { name: 'Assets' });
      await grid.getByText('unused, no alt text').waitFor();
      await expectSound({ page, faults });
      await grid.getByRole('link', { name: 'mug.png' }).click();
      await page.getByRole('heading', { level: 1, name: 'mug.png' }).waitFor();
      await page.getByRole('textbox', { name: 'Alt text' }).fill('A blue mug');
      await page.getByRole('textbox', { name: 'Folder' }).fill('summer/2026');
      await page.getByRole('button', { name: 'Save asset' }).click();
      await page.getByText('Asset saved').waitFor();
      await expectSound({ page, faults });
      const [asset] = await open.read<Asset[]>('/assets');
      expect(asset).toMatchObject({ altText: 'A blue mug', folder: '/summer/2026' });
      await open.product('MUG', { images: [{ assetId: asset?.id }] });
      await show('Assets');
      await page.getByLabel('Folder').selectOption('/summer');
      await grid.getByRole('link', { name: 'mug.png' }).click();
      await page.getByRole('region', { name: 'Where it is used' }).getByRole('link', { name: 'MUG' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('1 product uses it and loses the image.').waitFor();
      await confirm(page, 'Delete');
      await page.getByText('There are no assets.').waitFor();
    });
  },
);
