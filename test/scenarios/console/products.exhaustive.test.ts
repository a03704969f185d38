import type { Product } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../support/app-server.ts';
import { skippedWithoutBrowser, withoutBrowser } from '../../support/browser/browser.ts';
import { confirm, expectSound, startConsoleServer, useConsole } from './open-console.ts';

const hostile = '<img src=x onerror="document.title=1"> & “Mug” 🫖';
const narrow = { size: { width: 360, height: 740 } };

describe.skipIf(withoutBrowser)(`products in the console${skippedWithoutBrowser}`, () => {
  let app: App;
  beforeAll(async () => {
    app = await startConsoleServer();
  });
  const console = useConsole(() => app);

  it('searches, narrows and pages through products', async () => {
    const { page, show, faults, api } = await console.signIn();
    const items = Array.from({ length: 60 }, (_, index) => ({ sku: `CUP-${index}`, name: `Cup ${index}` }));
    await api.post('/products/bulk', { items });
    await api.post('/products', { sku: 'MUG', name: hostile, status: 'approved' });
    await show('Products');
    const rows = page.getByRole('region', { name: 'Products' }).getByRole('table').getByRole('link');
    await expect.poll(() => rows.count()).toBe(50);
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => rows.count()).toBe(11);
    await page.getByLabel('Status').selectOption('approved');
    await expect.poll(() => rows.allTextContents()).toEqual([hostile]);
    await page.getByLabel('Status').selectOption('any');
    await page.getByRole('searchbox').fill('Cup 59');
    await page.getByRole('searchbox').press('Enter');
    await expect.poll(() => rows.allTextContents()).toEqual(['Cup 59']);
    await page.getByLabel('Completeness', { exact: true }).selectOption('complete');
    await page.getByText('No product matches.').waitFor();
    await expectSound({ page, faults });
  });

  it('changes the status of chosen products together, and shows an attribute as a column', async () => {
    const { page, show, faults, skus, patch, ...open } = await console.signIn();
    await open.attribute('color', 'select', { label: 'Colour', options: [{ code: 'blue', label: 'Blue' }] });
    await open.product('CUP');
    await open.product('MUG', { attributes: { color: 'blue' } });
    await open.product('POT');
    await show('Products');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Colour' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: 'MUG' }).getByText('Blue', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose all rows' }).check();
    await page.getByRole('checkbox', { name: 'Choose POT' }).uncheck();
    await page.getByText('2 products are chosen').waitFor();
    await expectSound({ page, faults });
    await patch('/products/CUP', { brand: 'Theirs' });
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'approved' }).click();
    await page.getByText('1 product was changed').waitFor();
    await page.getByRole('alert').getByText('CUP: ').waitFor();
    await expectSound({ page, faults });
    expect(await skus('status=approved')).toEqual(['MUG']);
  });

  it('shows what a product contains, what it lacks and what each version changed, at 360 px', async () => {
    const { page, faults, show, ...open } = await console.signIn(undefined, narrow);
    await open.product('MUG', { name: hostile, brand: 'Acme', description: `<script>${'x'.repeat(80)}</script>` });
    await open.patch('/products/MUG', { name: 'Mug', price: 12.5 });
    await show('Products');
    await page.getByRole('link', { name: 'Mug' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mug' }).waitFor();
    await page.getByText('Missing:').getByRole('link', { name: 'category' }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('link', { name: 'What version 2 changed' }).click();
    await page.getByRole('dialog').getByText(hostile).waitFor();
    await expectSound({ page, faults });
    expect(await page.title()).toContain('Mug');
  });

  it('edits texts, a translation, a price, an attribute and an image, and saves them together', async () => {
    const { page, show, faults, ...open } = await console.signIn();
    await open.attribute('color', 'select', { label: 'Colour', options: [{ code: 'blue', label: 'Blue' }] });
    await open.attribute('care', 'text', { label: 'Care', localizable: true });
    await open.category('mugs', { name: 'Mugs' });
    await open.put('/categories/mugs/attributes', { attributes: ['care'] });
    await open.product('CUP');
    await open.product('MUG', { name: 'Mug', category: 'mugs' });
    await show('Products');
    await page.getByRole('link', { name: 'Mug' }).click();
    await page.getByRole('link', { name: 'Edit product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Mug' }).waitFor();
    await expectSound({ page, faults });
    await page.getByRole('group', { name: 'Texts in en' }).getByLabel('Name').fill('Blue mug');
    await page.getByRole('group', { name: 'Texts in de' }).getByLabel('Name').fill('Blaue Tasse');
    await page.getByLabel('Price in USD', { exact: true }).fill('13.9');
    await page.getByRole('combobox', { name: 'Cross-sell' }).fill('CUP');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Texts in de' }).getByLabel('Care').fill('Von Hand spülen');
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByLabel('Address of image 1').fill('https://images.example.com/mug.jpg');
    await page.getByRole('combobox', { name: 'Add an attribute' }).click();
    await page.getByRole('option', { name: 'Colour' }).click();
    await page.getByRole('combobox', { name: 'Colour' }).click();
    await page.getByRole('option', { name: 'Blue' }).click();
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Save product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Blue mug' }).waitFor();
    expect(await open.read<Product>('/products/MUG')).toMatchObject({
      version: 2,
      name: 'Blue mug',
      translations: { de: { name: 'Blaue Tasse', attributes: { care: 'Von Hand spülen' } } },
      associations: { crossSell: ['CUP'] },
      prices: { USD: { amount: 13.9 } },
      attributes: { color: 'blue' },
      images: [{ url: 'https://images.example.com/mug.jpg' }],
    });
    await expectSound({ page, faults });
  });

  it('shows both versions and asks which to keep when another person saved first', async () => {
    const { page, show, faults, ...open } = await console.signIn();
    await open.product('MUG', { name: 'Mug' });
    await show('Products');
    await page.goto(`${app.baseUrl}/console#/products/MUG/edit`);
    const name = page.getByRole('group', { name: 'Texts in en' }).getByLabel('Name');
    await name.fill('My mug');
    await open.patch('/products/MUG', { name: 'Their mug', brand: 'Theirs' });
    await page.getByRole('button', { name: 'Save product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Another person has changed this record' });
    await dialog.getByRole('row', { name: 'name Mug My mug Their mug' }).waitFor();
    await expectSound({ page, faults });
    await dialog.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByRole('heading', { level: 1, name: 'My mug' }).waitFor();
    expect(await open.read<Product>('/products/MUG')).toMatchObject({ name: 'My mug', brand: 'Theirs' });

    await page.getByRole('link', { name: 'Edit product' }).click();
    await name.fill('Mine again');
    await open.patch('/products/MUG', { name: 'Theirs again' });
    await page.getByRole('button', { name: 'Save product' }).click();
    await dialog.getByRole('button', { name: 'Discard mine' }).click();
    await expect.poll(() => name.inputValue()).toBe('Theirs again');
  });

  it('leads from a missing field to its input, at 360 px', async () => {
    const { page, show, faults, ...open } = await console.signIn(undefined, narrow);
    const { id } = await open.attribute('material', 'text', { label: 'Material' });
    await open.category('mugs', { name: 'Mugs' });
    await open.put('/categories/mugs/attributes', { attributes: [{ attribute: id, required: true }] });
    await open.product('MUG', { name: 'Mug', category: 'mugs' });
    const missing = ['price', 'images', 'description', 'attributes.material'];
    for (const field of missing) {
      await show('Products');
      await page.getByRole('link', { name: 'Mug', exact: true }).click();
      await page.getByText('Missing:').getByRole('link', { name: field, exact: true }).click();
      await page.locator(`[data-path^="${field}"]:focus`).waitFor();
    }
    await expectSound({ page, faults });
  });

  it('changes the status, unless another person was faster', async () => {
    const { page, faults, show, ...open } = await console.signIn();
    await open.product('MUG');
    await show('Products');
    await page.getByRole('link', { name: 'MUG' }).click();
    const change = async (status: string) => {
      await page.getByRole('button', { name: 'Change status' }).click();
      await page.getByRole('menuitem', { name: status }).click();
    };
    await change('approved');
    await page.getByRole('row', { name: 'status changed' }).waitFor();
    await page.getByRole('button', { name: 'Change status' }).click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['in review', 'archived']);
    await expectSound({ page, faults });
    await page.keyboard.press('Escape');
    await open.patch('/products/MUG', { brand: 'Acme' });
    await change('archived');
    await confirm(page, 'Discard mine');
    expect((await open.read<Product>('/products/MUG')).status).toBe('approved');
  });

  it('creates a parent and a variant of it, and deletes both', async () => {
    const { page, show, faults, ...open } = await console.signIn();
    const options = ['blue', 'red'].map((code) => ({ code, label: code.toUpperCase() }));
    await open.attribute('color', 'select', { label: 'Colour', usableAsAxis: true, options });
    await show('Products');
    await page.getByRole('button', { name: 'Create product' }).first().click();
    const creation = page.getByRole('dialog', { name: 'Create product' });
    await creation.getByLabel('SKU').fill('MUG');
    await creation.getByLabel('Name').fill('Mug');
    await creation.getByLabel('Kind').selectOption('parent');
    await creation.getByRole('combobox', { name: 'Attributes that distinguish its variants' }).click();
    await page.getByRole('option', { name: 'Colour' }).click();
    // Leaving the field closes its options, which cover the button.
    await page.keyboard.press('Tab');
    await creation.getByRole('button', { name: 'Create product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Mug' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('There are no variants.').waitFor();
    await page.getByRole('button', { name: 'Add variants' }).click();
    const addition = page.getByRole('dialog', { name: 'Add variants' });
    await addition.getByRole('checkbox', { name: 'Add BLUE' }).check();
    expect(await addition.getByLabel('SKU of BLUE').inputValue()).toBe('MUG-BLUE');
    await expectSound({ page, faults });
    await addition.getByRole('button', { name: 'Add 1 variant' }).click();
    await page.getByRole('row', { name: /^MUG-BLUE BLUE draft/ }).waitFor();
    await page.getByRole('button', { name: 'Add variants' }).click();
    await addition.getByRole('link', { name: 'MUG-BLUE' }).waitFor();
    await page.keyboard.press('Escape');
    await expectSound({ page, faults });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Its variant and its versions are deleted permanently, too.').waitFor();
    await confirm(page, 'Delete');
    await page.getByText('There are no products.').waitFor();
    expect((await open.api.get('/products/MUG-BLUE')).status).toBe(404);
  });

  it('restores an earlier version', async () => {
    const { page, show, faults, ...open } = await console.signIn();
    await open.product('MUG', { name: 'Mug' });
    await open.patch('/products/MUG', { name: 'Cup', tags: ['new', 'blue'] });
    await show('Products');
    await page.getByRole('link', { name: 'Cup' }).click();
    await page.getByRole('link', { name: 'What version 1 changed' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mug' }).waitFor();
    await page.getByRole('row', { name: 'restored' }).waitFor();
    await expectSound({ page, faults });
    expect(await open.read<Product>('/products/MUG')).toMatchObject({ version: 3, name: 'Mug', tags: [] });
  });

  it('shows texts rendered and as stored, and fields in words, at 360 px', async () => {
    const { page, show, faults, ...open } = await console.signIn(undefined, narrow);
    const options = [{ code: 'blue', label: 'Midnight blue' }];
    await open.attribute('color', 'select', { label: 'Colour', options });
    const description = '<h2>Mug</h2><p onclick="x()">For <b>tea</b></p><script>document.title = 1</script>';
    await open.product('MUG', {
      name: 'Mug',
      description,
      attributes: { color: 'blue' },
      prices: { EUR: { amount: 12.5, compareAt: 15 } },
      translations: { de: { name: 'Tasse' } },
    });
    await show('Products');
    await page.getByRole('link', { name: 'Mug' }).click();
    await page.locator('.formatted-text b').getByText('tea').waitFor();
    expect(await page.locator('.formatted-text [onclick], .formatted-text script').count()).toBe(0);
    await expectSound({ page, faults });
    await page.getByText('source', { exact: true }).click();
    await page.getByText(description, { exact: true }).waitFor();
    await page.getByText('de', { exact: true }).click();
    await page.getByText('Tasse').waitFor();
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByText('Midnight blue').waitFor();
    await page.getByRole('row', { name: 'EUR 12.5 15' }).waitFor();
    await expectSound({ page, faults });
  });

  it('says that a product does not exist', async () => {
    const { page, show, faults } = await console.signIn();
    await show('Products');
    await page.goto(`${app.baseUrl}/console#/products/${encodeURIComponent('a/b <i>')}`);
    await page.getByRole('heading', { level: 1, name: 'a/b <i>' }).waitFor();
    await page.getByRole('alert').getByText('does not exist').waitFor();
    await expectSound({ page, faults });
  });
});
