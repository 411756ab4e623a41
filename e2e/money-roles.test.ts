import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { postAdjustment } from '#features/core/ledger/events/adjustment.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { httpMember } from './http-member.ts'
import { memberPages, shop } from './page-addresses.ts'
import { testHub } from './testing.ts'

const street = 'Quince Passage'
const phone = '020 7946 0999'

/** Amounts of an adjustment, a payout and a profit, as pages and files write them. */
const booked = [
  ['987,654.32', '987654.32'],
  ['876,543.21', '876543.21'],
  ['765,432.10', '765432.10'],
] as const

const test = await testHub()
/** Addresses of pages by their path. */
const pages = new Map((await memberPages(test)).map(({ path, address }) => [path, address]))
const { id: sellerId } = await rowOf(test.db.owner, 'sellers', { username: shop })
const { owner } = test.db
await sql`update addresses set line1 = ${street}, phone = ${phone} where seller_id = ${sellerId}`.execute(owner)
const correction = { at: test.hub.now(), currency: 'GBP', amountMinor: 98_765_432, order: null }
const entry = postAdjustment({ adjustmentId: 'seen', ...correction, description: 'Correction' })
await test.db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, [entry]))
await sql`update payouts set amount_minor = 87654321 where seller_id = ${sellerId}`.execute(owner)
await sql`update order_profits set profit_minor = 76543210 where seller_id = ${sellerId}`.execute(owner)

/** Orders of each status and with everything that has amounts, by their pages; and views that would show amounts. */
async function amountAddresses(): Promise<string[]> {
  const { rows } = await sql<{ order_number: string; case_number: string | null; item_number: string | null }>`
    select distinct on (o.status, r.id is null, c.id is null, d.id is null) o.order_number, c.case_number,
      (select l.item_number from listings l join listing_variations v on v.seller_id = l.seller_id and v.listing_id = l.id
        where l.seller_id = o.seller_id limit 1) as item_number
    from orders o left join refunds r on r.seller_id = o.seller_id and r.order_id = o.id
    left join cases c on c.seller_id = o.seller_id and c.order_id = o.id
    left join disputes d on d.seller_id = o.seller_id and d.order_id = o.id
    where o.seller_id = (select id from sellers where username = ${shop})`.execute(test.db.owner)
  return [
    ...rows.map(({ order_number: number }) => paths.orderDetails(number)),
    ...rows.flatMap(({ case_number: number }) => (number === null ? [] : [paths.caseDetails(number)])),
    ...rows.flatMap(({ item_number: number }) => (number === null ? [] : [paths.listing(number)])),
    paths.find(rows[0]!.order_number),
    paths.tasks({ sort: 'money' }),
    withQuery(paths.orders, { cols: 'order,total,profit', sort: '-total', totalFrom: '1' }),
    withQuery(paths.listings.active, { cols: 'title,price,cost', sort: '-price' }),
    withQuery(paths.cases.RETURN, { cols: 'case,amount,refund' }),
  ]
}

/** Bodies of all pages and files that a role may open, by address. */
async function bodiesFor(role: Role): Promise<Map<string, string>> {
  const routes = (await guardedRoutes()).filter(
    ({ loader }) =>
      loader && loader !== 'public' && loader !== 'operator' && (loader === 'member' || mayDo(role, loader)),
  )
  const member = await httpMember(test, `${role}@demo.example`)
  const bodies = new Map<string, string>()
  for (const { url } of routes) {
    const address = pages.get(url) ?? url
    const response = await member.get(address)
    const isOther = /^text\/(event-stream|javascript)/.test(response.headers.get('content-type') ?? '')
    if (response.status === 200 && !isOther) bodies.set(address, await response.text())
    else await response.body?.cancel()
  }
  return bodies
}

/** Addresses whose body has one of the words, each with the word. */
const found = (bodies: ReadonlyMap<string, string>, words: readonly string[]) =>
  [...bodies].flatMap(([address, body]) =>
    words.filter((word) => body.includes(word)).map((word) => `${address}: ${word}`),
  )

it('an accountant sees the books on pages and in files, and no address', async () => {
  const bodies = await bodiesFor('accountant')
  for (const amount of booked) expect(found(bodies, amount), amount[0]).not.toEqual([])
  expect(found(bodies, [street, phone])).toEqual([])
})

/** Amounts as texts and files write them, and as data contain them. */
const amounts = [/[£€¥$]\s?\d/g, /\d\s?€/g, /\b(?:GBP|EUR|JPY|USD)\b/g, /"(?:minor|\w+Minor)\\*":-?[1-9]/g]

async function amountsSeenBy(role: Role): Promise<string[]> {
  const bodies = await bodiesFor(role)
  const member = await httpMember(test, `${role}@demo.example`)
  for (const address of await amountAddresses()) bodies.set(address, await member.read(address))
  return [...bodies].flatMap(([address, body]) =>
    amounts.flatMap((amount) =>
      [...body.matchAll(amount)].slice(0, 2).map(({ index }) => `${address}: ${body.slice(index - 40, index + 40)}`),
    ),
  )
}

it('a shipper sees no amount of money on any page, in any file or in their data', async () => {
  expect(await amountsSeenBy('shipper')).toEqual([])
  const seen = new Set((await amountsSeenBy('viewer')).map((line) => line.split(/[?:]/)[0]))
  expect(seen.size).toBeGreaterThan(12)
})

it('a shipper sees addresses on pages and in files, and nothing of the books', async () => {
  const bodies = await bodiesFor('shipper')
  expect(found(bodies, [street]).length).toBeGreaterThan(4)
  expect(found(bodies, booked.flat())).toEqual([])
})
