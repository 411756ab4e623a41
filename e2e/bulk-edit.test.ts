import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub
let sellerId: number

useBrowser()
beforeAll(async () => {
  test = await testHub()
  const seller = await test.db.owner
    .selectFrom('sellers')
    .select('id')
    .where('username', '=', shop)
    .executeTakeFirstOrThrow()
  sellerId = seller.id
  await addListings(300)
})

/** More active listings, at 10.00 each. */
async function addListings(count: number): Promise<void> {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
    select ${sellerId}::bigint, 'Zqlens ' || n, 'ZQ-' || lpad(n::text, 4, '0'), 'Cameras & Photography > Lenses', 'GOOD', 'ACTIVE',
      1000, 'GBP', 1, now() - interval '1 day'
    from generate_series(1, ${count}::integer) n`.execute(test.db.owner)
}

const prices = async () => {
  const rows = await test.db.owner
    .selectFrom('listings')
    .select(['price_minor'])
    .where('seller_id', '=', sellerId)
    .where('title', 'like', 'Zqlens%')
    .orderBy('sku')
    .execute()
  return rows.map(({ price_minor }) => price_minor)
}

/** Opens a bulk edit of the added listings, by SKU. */
async function openEdit(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options)
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, `${test.url}${paths.listings.active}?q=zqlens&sort=sku&limit=200`)
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit 300 listings' }).waitFor()
  return page
}

const cell = (page: Page, row: number, column: number) => page.locator(`[data-spot="${row} ${column}"]`)

/** Pastes text where the focus is. */
const paste = (page: Page, text: string) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

describe('a bulk edit', () => {
  it('changes 300 prices by a formula whose preview follows typing, and is undone', async () => {
    const page = await openEdit()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change a column' }).click()
    const formula = page.getByRole('textbox', { name: 'Value' })
    await formula.fill('price * two')
    await page.getByText('“two” at character 9 is not known').waitFor()
    await formula.fill('price * 0.955')
    await cell(page, 0, 1).getByText('£9.55').waitFor()
    await page.getByRole('combobox', { name: 'Rounding' }).selectOption({ label: 'then to the nearest .99' })
    await cell(page, 0, 1).getByText('£9.99').waitFor()
    // Typing a longer formula keeps the caret while rows are updated.
    expect(await formula.inputValue()).toBe('price * 0.955')
    await expectAccessible(page)
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page, `a bulk edit at ${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(new Set(await prices())).toEqual(new Set([1000]))
    await page.getByRole('button', { name: 'Apply 300' }).click()
    await page.getByText('300 of 300').waitFor()
    expect(new Set(await prices())).toEqual(new Set([999]))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo 300' }).click()
    await page.getByRole('main').getByText('Undone').first().waitFor()
    expect(new Set(await prices())).toEqual(new Set([1000]))

    await page.getByRole('main').getByRole('link', { name: 'Bulk edits' }).click()
    await page.getByRole('cell', { name: 'Price = price * 0.955' }).waitFor()
    await expectAccessible(page)
    // The wrong formula was refused.
    expect(problemsOf(page).filter((problem) => !problem.includes('422'))).toEqual([])
  })

  it('undoes and redoes changes of a column from the sheet, in turn with typed cells', async () => {
    const page = await openEdit()
    await page.getByRole('button', { name: 'Change a column' }).click()
    const formula = page.getByRole('textbox', { name: 'Value' })
    await formula.fill('+5')
    await cell(page, 0, 1).getByText('£15.00').waitFor()
    await cell(page, 0, 0).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await cell(page, 0, 1).getByText('£12.00').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 0, 1).getByText('£15.00').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 0, 1).getByText('£15.00').waitFor({ state: 'detached' })
    await expect.poll(() => formula.inputValue()).toBe('')
    await page.keyboard.press('Control+z')
    await formula.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+y')
    await formula.waitFor()
    await page.keyboard.press('Control+y')
    await cell(page, 0, 1).getByText('£15.00').waitFor()
    await expect.poll(() => formula.inputValue()).toBe('+5')
    await page.keyboard.press('Control+y')
    await cell(page, 0, 1).getByText('£12.00').waitFor()
    // A restored operation is changed like any other.
    await formula.fill('+6')
    await cell(page, 1, 1).getByText('£16.00').waitFor()
    expect(problemsOf(page)).toEqual([])
  })

  it('is edited by keyboard alone, takes 200 pasted prices, undoes and redoes', async () => {
    const page = await openEdit()
    await cell(page, 0, 0).focus()
    await page.keyboard.press('ArrowRight')
    await paste(page, Array.from({ length: 200 }, (_, n) => `${n + 1}.50`).join('\n'))
    await page.getByRole('button', { name: 'Apply 200' }).waitFor()
    await cell(page, 2, 1).getByText('£3.50').waitFor()
    // Typing replaces a value, Enter goes down, Escape gives up.
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await cell(page, 0, 1).getByText('£12.00').waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['spot'])).toBe('1 1')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await cell(page, 1, 1).getByText('£2.50').waitFor()
    // The cell above is filled down.
    await page.keyboard.press('Control+d')
    await cell(page, 1, 1).getByText('£12.00').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 1, 1).getByText('£2.50').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 0, 1).getByText('£1.50').waitFor()
    await page.keyboard.press('Control+y')
    await cell(page, 0, 1).getByText('£12.00').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('200 of 200').waitFor()
    expect((await prices()).slice(0, 3)).toEqual([1200, 250, 350])
    expect((await prices()).slice(199, 201)).toEqual([20_050, 1000])
    expect(problemsOf(page)).toEqual([])
  })

  it('works without script', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await signIn(page, test, 'owner@demo.example')
    await page.goto(`${test.url}${paths.listings.active}?q=zqlens&sort=-sku`)
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Change a column' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('2.22')
    await page.getByRole('button', { name: 'Update preview' }).click()
    await page.getByRole('insertion').getByText('£2.22').waitFor()
    await page.getByRole('button', { name: 'Apply 1' }).click()
    await page.getByText('1 of 1').waitFor()
    expect((await prices()).at(-1)).toBe(222)
  })
})
