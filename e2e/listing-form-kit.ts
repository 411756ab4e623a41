import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A control of the listing form by its exact label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** Button that shows the sections hidden in a new form. */
export const allFields = 'Show pictures, price, shipping and all other fields'
export const showAllFields = (page: Page) => page.getByText(allFields).click()
/** Presses a button by its exact name. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
/** Waits for a text. */
export const line = (page: Page, text: string | RegExp) => page.getByText(text).waitFor()

/** A picture file the hub accepts. */
export async function pictureFile(name: string, background = '#245') {
  const picture = sharp({ create: { width: 600, height: 500, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

/** Creates a policy in the form and selects it. */
export async function addPolicy(page: Page, kind: string, name: string, more: Record<string, string>): Promise<void> {
  const block = page.locator('section details', { hasText: `New ${kind} policy` })
  await block.locator('summary').click()
  await block.getByLabel('Name').fill(name)
  for (const [label, value] of Object.entries(more)) await block.getByLabel(label).fill(value)
  await block.getByRole('button', { name: 'Save and use' }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor({ state: 'attached' })
}

/** Policy kinds in the form. */
type Terms = 'Shipping' | 'Payment' | 'Return'
/** The demo shop's policies: £3.95, immediate payment, thirty days. */
const demoTerms: Record<Terms, string> = {
  Shipping: 'Tracked 48',
  Payment: 'Paid at once',
  Return: '30 days, unopened',
}

/** Selects the demo shop's policies, of all or the named kinds. */
export async function choosePolicies(
  page: Page,
  kinds: readonly Terms[] = ['Shipping', 'Payment', 'Return'],
): Promise<void> {
  for (const kind of kinds) {
    const policies = field(page, `${kind} policy`)
    const option = policies.locator('option', { hasText: demoTerms[kind] })
    await policies.selectOption(await option.getAttribute('value'))
  }
}

/** Selects a category by typing part of its name. */
export async function chooseCategory(page: Page, text: string): Promise<void> {
  const category = page.getByRole('combobox', { name: 'Category' })
  await category.fill(text)
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('group', { name: 'Details of the category' }).waitFor()
}
