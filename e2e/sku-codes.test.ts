import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { hydrated, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const code = '4006381333931'

async function scan(page: Page, scanned: string): Promise<void> {
  await page.getByLabel('Scan').first().focus()
  await page.keyboard.type(scanned)
  await page.keyboard.press('Enter')
}

it('a packer who may edit listings assigns an unknown code to a SKU, packs by it, and undoes it', async () => {
  const line = await test.db.owner
    .selectFrom('line_items as l')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 'l.seller_id').onRef('o.id', '=', 'l.order_id'))
    .innerJoin('sellers as s', 's.id', 'l.seller_id')
    .innerJoin('stock_items as i', (join) => join.onRef('i.seller_id', '=', 'l.seller_id').onRef('i.sku', '=', 'l.sku'))
    .select(['l.id', 'l.sku', 'o.order_number as order'])
    .where('s.username', '=', shop)
    .where('o.status', '=', 'AWAITING_SHIPMENT')
    .where('i.is_stocked', '=', true)
    .where('i.is_kit', '=', false)
    .orderBy('l.id')
    .executeTakeFirstOrThrow()
  await updateRows(test.db.owner, 'line_items', { id: line.id }, { quantity: 1 })
  const sku = line.sku ?? ''
  const page = await newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, `${test.url}${paths.pack}?order=${line.order}`)
  await scan(page, code)
  await page.getByRole('link', { name: 'Assign this code to a SKU' }).focus()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Assign a code to a SKU' }).waitFor()
  await hydrated(page)
  await page.getByLabel('SKU or title').fill(sku)
  await page.keyboard.press('Enter')
  const choose = page.getByRole('button', { name: `Assign ${code} to ${sku}` })
  await choose.waitFor()
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await expectFits(page, 'SKUs for a code')
  await choose.focus()
  await page.keyboard.press('Enter')
  await page.getByText(`${code} now names ${sku}.`).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Pack station' }).first().click()
  await page.waitForURL(/pack/)
  await openPage(page, `${test.url}${paths.pack}?order=${line.order}`)
  await scan(page, code)
  await expect.poll(() => page.getByRole('alert').first().innerText()).toMatch(/1 of 1|is packed/)

  const item = await rowOf(test.db.owner, 'stock_items', { sku })
  await openPage(page, test.url + paths.stockItem(item.stock_number))
  await page.getByText(code).waitFor()
  await page.getByRole('link', { name: 'Assign a code' }).click()
  await page.getByRole('button', { name: `Remove ${code}` }).click()
  await page.getByText(`${code} no longer names ${sku}.`).waitFor()
})
