import { rowOf, addRows } from '#db/testing-row.ts'
import type { Locator, Page, Route } from 'playwright-core'
import { day } from '#lib/duration.ts'
import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits, expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { hydrated, guidePicture, newPage, openPage, takesPictures, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const seller = await rowOf(test.db.owner, 'sellers', { username: shop })
const sellerId = seller.id
await addListings(300)
await addStraps()

/** More active listings, at 10.00 each. */
async function addListings(count: number): Promise<void> {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
    select ${sellerId}::bigint, 'Zqlens ' || n, 'ZQ-' || lpad(n::text, 4, '0'), 'Cameras & Photography > Lenses', 'GOOD', 'ACTIVE',
      1000, 'GBP', 1, now() - interval '1 day'
    from generate_series(1, ${count}::integer) n`.execute(test.db.owner)
}

/** Three listings at 5.00 each, of which the first has two sizes. */
async function addStraps(): Promise<void> {
  const row = {
    seller_id: sellerId,
    category: 'Cameras & Photography > Lenses',
    condition: 'GOOD' as const,
    state: 'ACTIVE' as const,
    price_minor: 500,
    currency: 'GBP',
    quantity_available: 4,
    starts_at: new Date(Date.now() - day),
  }
  const [first] = await test.db.owner
    .insertInto('listings')
    .values([1, 2, 3].map((n) => ({ ...row, title: `Zqstrap ${n}`, sku: `ZS-${n}` })))
    .returning('id')
    .execute()
  const own = { seller_id: sellerId, listing_id: first!.id, price_minor: 500, quantity: 2 }
  await addRows(
    test.db.owner,
    'listing_variations',
    ['M', 'L'].map((size, at) => ({ ...own, position: at + 1, axis_values: [size], sku: `ZS-1-${size}` })),
  )
}

/** Prices of the straps: of the sizes of the first, and of the others. */
const strapPrices = async () => {
  const { rows } = await sql<{ price: number }>`
    select coalesce(v.price_minor, l.price_minor) as price from listings l
    left join listing_variations v on v.seller_id = l.seller_id and v.listing_id = l.id
    where l.title like 'Zqstrap%' order by l.sku, v.position`.execute(test.db.owner)
  return rows.map(({ price }) => price)
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, to: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await to.waitFor()
  for (let stop = 0; stop < 120; stop += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('it is no Tab stop')
}

/** Reaches a control by Tab and presses a key there. */
async function pressAt(
  page: Page,
  to: Locator,
  key: 'Enter' | 'Space',
  by: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(page, to, by)
  await page.keyboard.press(key)
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
  const page = await signedInPage(test, 'owner@demo.example', options)
  await openPage(page, `${test.url}${paths.listings.active}?q=zqlens&sort=sku&limit=200`)
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit 300 listings' }).waitFor()
  // Another document, whose cells take keys once it is hydrated.
  await hydrated(page)
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

/** Types another formula and applies it before the sheet shows its effect, which it does then; nothing is applied. */
async function expectSeenFirst(page: Page, formula: Locator): Promise<void> {
  const [stored, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    const response = await route.fetch()
    stored.resolve()
    await mayAnswer.promise
    await route.fulfill({ response })
  }
  await page.route(`**${paths.bulkEditSave}`, hold, { times: 1 })
  const before = await formula.inputValue()
  await formula.fill('price * 0.5')
  await stored.promise
  await page.getByRole('button', { name: 'Apply 300' }).click()
  await cell(page, 0, 1).getByText('£4.99').waitFor()
  mayAnswer.resolve()
  await formula.fill(before)
  await cell(page, 0, 1).getByText('£9.99').waitFor()
}

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
    await expectFits(page, 'a bulk edit')
    await expectSeenFirst(page, formula)
    expect(new Set(await prices())).toEqual(new Set([1000]))
    await page.getByRole('button', { name: 'Apply 300' }).click()
    await page.getByText('300 of 300').waitFor()
    expect(new Set(await prices())).toEqual(new Set([999]))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo 300' }).click()
    await page.getByRole('main').getByText('Undone').first().waitFor()
    expect(new Set(await prices())).toEqual(new Set([1000]))

    await page.getByRole('main').getByRole('link', { name: 'Change history' }).click()
    await page.getByRole('cell', { name: 'Price = price * 0.955' }).waitFor()
    await expectAccessible(page)
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
  })

  it('saves in the order of the keys before it applies, however slow the network is', async () => {
    const page = await openEdit()
    let answer = () => {}
    const isAwaited = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${paths.bulkEditSave}*`, async (route) => {
      await isAwaited
      await route.continue()
    })
    await cell(page, 0, 0).focus()
    for (const key of ['ArrowRight', '1', 'Enter', 'Control+z', '9', 'Enter', 'Control+Enter'])
      await page.keyboard.press(key)
    answer()
    await page.getByText('1 of 1', { exact: true }).waitFor()
    expect((await prices()).slice(0, 2)).toEqual([1000, 900])
    await page.getByRole('button', { name: 'Undo 1' }).click()
    await page.getByRole('main').getByText('Undone').first().waitFor()
  })

  it('with variations is opened, changed, reviewed, applied and undone by keyboard alone', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    await openPage(page, `${test.url}${paths.listings.active}?q=zqstrap&sort=sku`)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    await pressAt(page, page.getByRole('checkbox', { name: 'Select all' }).first(), 'Space')
    await pressAt(page, button('Edit'), 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Edit 3 listings' }).waitFor()
    await hydrated(page)

    // A column is changed, and one change is added and removed again.
    await pressAt(page, button('Change a column'), 'Enter')
    await tabTo(page, page.getByRole('textbox', { name: 'Value' }))
    await page.keyboard.type('price * 1.1')
    await cell(page, 1, 1).getByText('£5.50').waitFor()
    await tabTo(page, page.getByRole('combobox', { name: 'Rounding' }))
    await page.keyboard.press('ArrowDown')
    await cell(page, 1, 1).getByText('£5.99').waitFor()
    await pressAt(page, button('Change another column'), 'Enter')
    await pressAt(page, button('Remove change 2'), 'Enter', 'Shift+Tab')
    await button('Remove change 2').waitFor({ state: 'detached' })

    // A column is shown.
    await pressAt(page, button('Columns'), 'Enter', 'Shift+Tab')
    await pressAt(page, page.getByRole('checkbox', { name: 'SKU' }), 'Space')
    await pressAt(page, button('Show'), 'Enter')
    await page.getByRole('columnheader', { name: 'SKU' }).nth(1).waitFor()

    // Rows 1 and 2 are the sizes; the listing above them has no price of its own.
    await tabTo(page, page.locator('[data-spot][tabindex="0"]'))
    await page.keyboard.press('Control+Home')
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.type('3')
    await cell(page, 0, 2).getByText('from £5.00').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await cell(page, 1, 2).getByText('£7.00').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await cell(page, 2, 2).getByText('£7.00').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 2, 2).getByText('£5.99').waitFor()
    await page.keyboard.press('Control+y')
    await cell(page, 2, 2).getByText('£7.00').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('90')
    await page.keyboard.press('Enter')
    await expectAccessible(page)

    // The variation has no handling days; those of the listing below are a problem.
    await page.keyboard.type('90')
    await page.keyboard.press('Enter')
    await cell(page, 3, 4).getByText('Too high.').waitFor()
    await pressAt(page, page.getByRole('link', { name: /^Problems/ }), 'Enter')
    await cell(page, 0, 4).getByText('Too high.').waitFor()
    await cell(page, 1, 4).waitFor({ state: 'detached' })
    await tabTo(page, page.locator('[data-spot][tabindex="0"]'), 'Shift+Tab')
    await page.keyboard.press('Control+z')
    await page.getByText('No problems.').waitFor()
    await pressAt(page, page.getByRole('link', { name: /^Changes/ }), 'Enter')
    await cell(page, 3, 2).getByText('£5.99').waitFor()
    expect(await strapPrices()).toEqual([500, 500, 500, 500])

    await page.keyboard.press('Control+Enter')
    await page.getByText('4 of 4').waitFor()
    expect(await strapPrices()).toEqual([700, 700, 599, 599])
    await pressAt(page, button('Undo 4'), 'Enter')
    await page.getByRole('main').getByText('Undone').first().waitFor()
    expect(await strapPrices()).toEqual([500, 500, 500, 500])
  })

  it.runIf(takesPictures)('is shown in the guide', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    await openPage(page, `${test.url}${paths.listings.active}?q=leica`)
    await page.getByRole('checkbox', { name: 'Select all' }).first().check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Change a column' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('price * 0.95')
    await page.getByRole('combobox', { name: 'Rounding' }).selectOption({ label: 'then to the nearest .99' })
    await expect.poll(() => page.getByRole('insertion').count()).toBeGreaterThan(0)
    await guidePicture(page, 'bulk-edit')
  })

  it('takes 200 pasted prices, fills, undoes and redoes', async () => {
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
  })

  it('works without script, in German, and fits a phone', async () => {
    const page = await signedInPage(test, 'owner@demo.example', {
      javaScriptEnabled: false,
      locale: 'de-DE',
      viewport: { width: 375, height: 800 },
    })
    await page.goto(`${test.url}${paths.listings.active}?q=zqlens&sort=-sku`)
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click()
    await page.getByRole('button', { name: 'Spalte ändern' }).click()
    await page.getByRole('textbox', { name: 'Wert' }).fill('2,22')
    await page.getByRole('button', { name: 'Vorschau aktualisieren' }).click()
    await page.getByRole('insertion').getByText('2,22').waitFor()
    await expectNoOverflow(page, 'a bulk edit in German')
    await page.getByRole('button', { name: '1 anwenden' }).click()
    await page.getByText('1 von 1').waitFor()
    expect((await prices()).at(-1)).toBe(222)
  })
})
