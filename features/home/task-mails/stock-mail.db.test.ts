import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addRow, rowOf, updateRows } from '#db/testing-row.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { saveMailChoices } from '#features/core/task/mail-choices-db.server.ts'
import { stockNews, type StockNews } from '#features/core/task/mail-rules.ts'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { day, hour } from '#lib/duration.ts'
import type { Role } from '#web/roles.ts'
import { sendTaskMails } from './send-task-mails.server.ts'

const now = new Date('2026-11-24T08:00:00Z')
const db = await testDatabase()
const ago = (hours: number) => new Date(now.getTime() - hours * hour)

let seller: number
let member: string
let nth = 0

beforeEach(async () => {
  const hub = testServices(db, { now: () => now })
  const ann = await addTestMember(hub, { name: `Ann ${(nth += 1)}` })
  const bob = await addTestMember(hub, { name: `Bob ${nth}` })
  member = ann.id
  seller = await addTestSeller(db, { [ann.id]: 'owner', [bob.id]: 'owner' })
})

const choose = (stock: readonly StockNews[], role: Role = 'owner') =>
  db.asSeller(seller, 'write', (own) =>
    saveMailChoices(own, {
      sellerId: seller,
      memberId: member,
      role,
      choices: { morning: false, warn24: false, warn4: false, weekly: false, stock },
    }),
  )

async function mailsAt(at: Date): Promise<string[]> {
  const hub = testServices(db, { now: () => at })
  await sendTaskMails(hub, (error) => {
    throw error
  })
  const { email } = await rowOf(db.owner, 'members', { id: member })
  return hub.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`)
}

/** SKUs of which one is low, gone, back, unsold for 90 days and sold below its cost since yesterday. */
async function addNews(): Promise<void> {
  const recent = { starts_at: ago(200) }
  const low = await addStocked(db, seller, 'LOW-1', { ...recent, quantity_available: 2 })
  await addStocked(db, seller, 'GONE-1', { ...recent, quantity_available: 0 })
  await addStocked(db, seller, 'BACK-1', recent)
  await addStocked(db, seller, 'DEAD-1', { starts_at: new Date(now.getTime() - 90 * day - 5 * hour) })
  await addStocked(db, seller, 'CHEAP-1', recent)
  await sql`update stock_items set reorder_point = 3 where seller_id = ${seller} and sku = 'LOW-1'`.execute(db.owner)
  await sql`delete from events where seller_id = ${seller}`.execute(db.owner)
  await addRow(db.owner, 'events', {
    seller_id: seller,
    type: 'stock.low',
    subject: 'LOW-1',
    listing_id: low,
    happened_at: ago(3),
  })
  await updateRows(db.owner, 'stock_gaps', { seller_id: seller, sku: 'GONE-1' }, { begun_at: ago(4) })
  await addRow(db.owner, 'stock_gaps', { seller_id: seller, sku: 'BACK-1', begun_at: ago(90), ended_at: ago(5) })
  const cost = { sku: 'CHEAP-1', key: 'a', currency: 'GBP', unitCostMinor: 501, quantity: null, since: ago(100) }
  await db.asSeller(seller, 'write', (own) =>
    enterCosts(own, { sellerId: seller, costs: [cost], source: 'TYPED', enteredBy: 'Ann', now: ago(2) }),
  )
}
const skusIn = (mail: string | undefined) =>
  ['LOW-1', 'GONE-1', 'BACK-1', 'DEAD-1', 'CHEAP-1'].filter((sku) => mail?.includes(sku))

it('all that changed in stock since yesterday comes in one mail a morning', async () => {
  await choose(stockNews)
  await addNews()
  const mails = await mailsAt(now)
  expect(mails).toHaveLength(1)
  expect(skusIn(mails[0])).toEqual(['LOW-1', 'GONE-1', 'BACK-1', 'DEAD-1', 'CHEAP-1'])
  expect(await mailsAt(new Date(now.getTime() + 2 * hour))).toEqual([])
  // It is no news the next morning.
  expect(await mailsAt(new Date(now.getTime() + day))).toEqual([])
})

it.each([
  ['Europe/London', '2026-11-24T07:29:59Z', 0],
  ['Europe/London', '2026-11-24T07:30:00Z', 1],
  ['Europe/London', '2026-11-24T17:59:59Z', 1],
  ['Europe/London', '2026-11-24T18:00:00Z', 0],
  ['America/New_York', '2026-11-24T12:29:59Z', 0],
  ['America/New_York', '2026-11-24T12:30:00Z', 1],
])('nobody is woken at night: %s, %s, mails: %i', async (zone, at, mails) => {
  await choose(stockNews)
  await addNews()
  await updateRows(db.owner, 'sellers', { id: seller }, { time_zone: zone })
  expect(await mailsAt(new Date(at))).toHaveLength(mails)
})

it('a member gets what was chosen, and costs only with the right to see them', async () => {
  await choose(['GONE', 'BELOW_COST'])
  await addNews()
  expect((await mailsAt(now)).map(skusIn)).toEqual([['GONE-1', 'CHEAP-1']])
})

it('a member without the right to see costs is not told of prices below them', async () => {
  await db.owner.updateTable('memberships').set({ role: 'lister' }).where('member_id', '=', member).execute()
  await choose(['GONE', 'BELOW_COST'], 'lister')
  await addNews()
  expect((await mailsAt(now)).map(skusIn)).toEqual([['GONE-1']])
})

it('nothing is mailed of what changed back meanwhile', async () => {
  await choose(['GONE', 'LOW'])
  await addNews()
  await sql`update listings set on_hand = 9 where seller_id = ${seller}`.execute(db.owner)
  expect(await mailsAt(now)).toEqual([])
})

it.each([
  [250, []],
  [251, ['KIT-1']],
])('a kit of two parts at 5.00 is below cost if its parts together are: %i each', async (unitCostMinor, told) => {
  await choose(['BELOW_COST'])
  await addStocked(db, seller, 'PART-1')
  const listingId = await addStocked(db, seller, 'KIT-1', { quantity_available: 0 })
  const parts = [{ sku: 'PART-1', units: 2 }]
  const cost = { key: 'a', currency: 'GBP', quantity: null, since: ago(100) }
  await db.asSeller(seller, 'write', async (own) => {
    await storeKits(own, seller, [{ listingId, position: 0, parts }])
    const costs = [
      { ...cost, sku: 'PART-1', unitCostMinor },
      // Its own cost counts no more.
      { ...cost, sku: 'KIT-1', unitCostMinor: 900 - unitCostMinor },
    ]
    await enterCosts(own, { sellerId: seller, costs, source: 'TYPED', enteredBy: 'Ann', now: ago(2) })
  })
  const mails = await mailsAt(now)
  expect(mails.flatMap((mail) => ['PART-1', 'KIT-1'].filter((sku) => mail.includes(sku)))).toEqual(told)
})
