import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addShop, countMarket, sale, sell, times } from '#features/selling/product-summary/testing.ts'
import { watchPrices } from '#features/selling/price-watch/watch-prices.server.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, newPage, signIn, testHub, useBrowser } from './testing.ts'

const owner = 'owner@demo.example'

useBrowser()
const test = await testHub()
const { db } = test
const shops = await Promise.all(['ada', 'bob', 'cleo', 'dan', 'eve'].map((name) => addShop(db, name)))
const products = await db.owner
  .selectFrom('line_items as i')
  .innerJoin('products as p', 'p.id', 'i.product_id')
  .select(['p.id', 'p.epid', 'p.title'])
  .where('i.currency', '=', 'GBP')
  .groupBy(['p.id', 'p.epid', 'p.title'])
  .orderBy((by) => by.fn.countAll(), 'desc')
  .orderBy('p.id')
  .limit(2)
  .execute()
/** Words that find a product: commas would separate products. */
const wordsOf = ({ title }: { title: string }) => title.split(',')[0] ?? title
const [first = { id: 0, epid: '', title: '' }, second = first] = products
for (const [nth, product] of products.entries())
  await sell(
    db,
    product,
    times(90, (index) =>
      sale({
        seller: shops[index % shops.length]!,
        condition: 'NEW',
        price: 780 + 60 * nth + ((index * 37) % 13) * 17 + index,
        shipping: index % 3 === 0 ? 0 : 395,
        daysAgo: 75 - Math.floor((index * 70) / 90),
      }),
    ),
  )
await countMarket(db)

it('a seller finds what a product sells for, compares it with another, and saves the search', async () => {
  const page = await newPage()
  await signIn(page, test, owner)
  await page.goto(test.url + paths.research())
  const start = page.getByRole('link', { name: 'Film Cameras', exact: true })
  await start.click()
  await page.getByText(/^\d+ sales on this marketplace in 90 days/).waitFor()
  await page.goBack()
  await start.waitFor()
  await page.getByRole('searchbox', { name: 'Products' }).fill(wordsOf(first))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Behind the figures').first().waitFor()
  expect(new URL(page.url()).searchParams.get('keywords')).toBe(wordsOf(first))
  await page.getByText(/^\d+ sales on this marketplace in 90 days, \d+ of them yours$/).waitFor()
  const sold = Number(await page.locator('dt:text-is("Sold") + dd').innerText())
  expect(sold).toBeGreaterThan(80)
  await expectAccessible(page)
  await guidePicture(page, 'research')

  // Others are seen only in groups; one's own lead to their orders.
  const own = page.getByRole('link', { name: /of yours$/ }).first()
  const count = Number.parseInt(await own.innerText(), 10)
  await own.click()
  await page.getByRole('heading', { name: 'All orders' }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(Math.min(50, count))
  await page.goBack()

  await page
    .getByRole('link', { name: `Compare ${first.title}` })
    .first()
    .click()
  await page.getByText('1 of 4 compared').waitFor()
  await page.goto(
    `${test.url}${paths.research({ keywords: wordsOf(second), compare: `${first.epid},${second.epid}` })}`,
  )
  await page.getByText('2 of 4 compared').waitFor()
  await expectAccessible(page)

  await page.getByText('Save search').first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Two favourites')
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByText(/^On .*: \d+ sales, median .* Now: \d+ sales/).waitFor()
  await page.getByRole('link', { name: 'Two favourites' }).waitFor()

  await page.goto(test.url + paths.research({ keywords: wordsOf(first), minPrice: 'cheap' }))
  await page.getByRole('alert').getByText('Enter prices such as 40').waitFor()
  await page.goto(test.url + paths.research({ keywords: wordsOf(first), tabName: 'ACTIVE' }))
  await page.getByText('Median asking price').first().waitFor()
  await expectAccessible(page)
  // From research to prices: listings that ask for more, with the median as the suggestion; nothing changes by itself.
  await watchPrices(db, { now: new Date() })
  await sql`
    update listings set price_minor = evidence_high_minor + 1
    where id = (select listing_id from listing_evidence order by listing_id limit 1)`.execute(db.owner)
  await page.getByRole('link', { name: 'Check your prices' }).click()
  await page.getByText('Above what it sells for').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await page.getByRole('button', { name: 'Suggest prices' }).click()
  const formula = page.getByRole('textbox', { name: 'Value' }).first()
  await formula.waitFor()
  expect(await formula.inputValue()).toBe('median min cost * 1.1')
})
