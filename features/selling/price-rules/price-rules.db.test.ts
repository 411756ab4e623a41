import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { updateRows } from '#db/testing-row.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { scheduleSale } from '#features/selling/sale-events/testing.ts'
import { copyListings } from '#features/selling/listings/copy-listings-db.server.ts'
import * as changesPage from '#features/reports/changes/changes-page.tsx'
import { paths } from '#web/paths.ts'
import { applyPriceRules } from './apply-price-rules.server.ts'
import * as page from './price-rule-page.tsx'
import * as steps from './price-rule-steps-resource.ts'
import * as stopPage from './price-rules-stop-page.tsx'

const db = await testDatabase()
let clock = new Date('2026-11-25T10:00:00Z')
const hub = testServices(db, { now: () => clock })
const run = () => applyPriceRules(hub)

let seller: number
let email: string
let ann: TestBrowser
let shipper: TestBrowser
let listing: number
let item: string

beforeEach(async () => {
  clock = new Date('2026-11-25T10:00:00Z')
  await db.owner.deleteFrom('price_rules').execute()
  const [owner, sam] = [await addTestMember(hub), await addTestMember(hub)]
  seller = await addTestSeller(db, { [owner.id]: 'owner', [sam.id]: 'shipper' })
  await updateRows(db.owner, 'sellers', { id: seller }, { time_zone: 'Europe/Berlin', currency: 'GBP' })
  email = owner.email
  ann = await signedInBrowser(hub, email)
  shipper = await signedInBrowser(hub, sam.email)
  listing = await addWatched('A', 5900)
  item = await itemOf(listing)
})

/** A listing whose product sold twelve times at a median of 50.00 and an average of 55.00. */
async function addWatched(sku: string, price: number, sales = 12): Promise<number> {
  const id = await addStocked(db, seller, sku, { price_minor: price })
  await updateRows(db.owner, 'listings', { id }, { evidence_low_minor: 4500, evidence_high_minor: 6000 })
  const prices = { typical_minor: 5000, average_minor: 5500 }
  await db.owner
    .insertInto('listing_evidence')
    .values({ seller_id: seller, listing_id: id, sales, own_sales: 0, ...prices, counted_at: clock })
    .execute()
  return id
}

const rowOf = (id: number) => db.owner.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const itemOf = async (id: number) => (await rowOf(id)).item_number
const priceOf = async (id = listing) => (await rowOf(id)).price_minor
const changes = () =>
  db.owner.selectFrom('price_rule_changes').selectAll().where('seller_id', '=', seller).orderBy('id').execute()

/** Moves the clock, beyond which sessions do not last; the evidence is counted anew. */
async function later(moment: string): Promise<void> {
  clock = new Date(moment)
  ann = await signedInBrowser(hub, email)
  await updateRows(db.owner, 'listing_evidence', { seller_id: seller }, { counted_at: clock })
}

const typed = {
  basis: 'MEDIAN',
  side: 'below',
  offset: '2',
  floorBy: 'price',
  floor: '38.00',
  margin: '20',
  ceiling: '',
  ending: 'NONE',
  mostChanges: '1',
  mostPercent: '50',
}
const send = (step: string, change: Record<string, string> = {}, at = paths.priceRule(item)) =>
  ann.post(page, at, { step, ...typed, ...change })

describe('the rule of a listing', () => {
  it('is tried without saving, with its arithmetic, then saved and applied', async () => {
    const { status, data } = await send('try')
    expect([status, data.trial]).toMatchObject([
      200,
      {
        changes: 1,
        rows: [{ now: '£59.00', price: '£49.00', words: 'Median of 12 sales £50.00, 2% below: £49.00.' }],
      },
    ])
    expect(await run()).toBe(0)
    expect((await send('save')).location).toBe(`${paths.priceRule(item)}&done=1`)
    expect((await ann.get(page, paths.priceRule(item))).data).toMatchObject({ values: typed, hasRule: true })
    expect(await run()).toBe(1)
    expect(await priceOf()).toBe(4900)
    expect(await changes()).toMatchObject([{ before_minor: 5900, after_minor: 4900, sales: 12, evidence_minor: 5000 }])
    const prices = db.owner.selectFrom('listing_prices').select('price_minor').where('listing_id', '=', listing)
    expect((await prices.orderBy('since').execute()).at(-1)).toEqual({ price_minor: 4900 })
    expect(await run()).toBe(0)
  })

  it('is not changed or removed over what a colleague made of it meanwhile, which is said', async () => {
    const at = paths.priceRule(item)
    const begun = async () => (await ann.get(page, at)).data.begun
    const first = await begun()
    await send('save', { begun: first })
    const told = { form: expect.stringMatching(/^Somebody else changed this/) }
    expect(await send('save', { begun: first, floor: '39.00' })).toMatchObject({
      status: 422,
      data: { errors: told, values: { ...typed, floor: '39.00' } },
    })
    expect(await send('remove', { begun: first })).toMatchObject({ status: 422, data: { errors: told } })
    expect((await ann.get(page, at)).data.values).toEqual(typed)
    // The same once more, as when the answer was lost.
    expect((await send('save', { begun: first })).status).toBe(303)
    expect((await send('save', { begun: await begun(), floor: '39.00' })).status).toBe(303)
    const second = await begun()
    await updateRows(db.owner, 'price_rules', { seller_id: seller }, { state: 'PAUSED' })
    expect((await send('save', { begun: second, floor: '39.00' })).status).toBe(422)
    expect((await send('remove', { begun: await begun() })).status).toBe(303)
    expect((await send('remove', { begun: second })).status).toBe(303)
  })

  it('goes on for the listing that replaces it, and not for one that is only alike', async () => {
    await send('save')
    const ruled = async () =>
      await db.owner.selectFrom('price_rules').selectAll().where('seller_id', '=', seller).execute()
    const copy = (isLinked: boolean) =>
      db.asSeller(seller, 'write', (own) =>
        copyListings(own, { sellerId: seller, ids: [listing], isLinked, now: clock }),
      )
    await copy(false)
    expect(await ruled()).toHaveLength(1)
    const relisted = (await copy(true)).get(listing)
    const [first, second] = await ruled()
    expect(second).toEqual({ ...first, id: expect.any(Number), item_number: relisted })
  })

  it('is in the change history, by day of the shop, with what was undone of it', async () => {
    const history = async () => (await ann.get(changesPage, paths.listingChanges())).data.changes
    await send('save', { mostPercent: '10' })
    expect(await history()).toEqual([])
    await run()
    await later('2026-11-25T23:00:00Z')
    await run()
    const day = {
      what: 'Prices set by rules',
      who: 'Price rules',
      changed: '1',
      href: paths.priceRuleChanges,
      undo: null,
    }
    expect(await history()).toMatchObject([
      { ...day, when: '26 Nov, 00:00', status: { text: 'Done' } },
      { ...day, when: '25 Nov, 11:00', undoNote: 'each in its list' },
    ])
    const [, last] = await changes()
    await ann.post(steps, paths.priceRuleSteps('undo'), { keys: last!.change_key })
    expect((await history())[0]).toMatchObject({ status: { text: 'Undone' }, undoNote: '1 of them undone' })
  })

  it('says beside its field what cannot be read, and keeps what was typed', async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ offset: '51' }, 'offset'],
      [{ offset: '1.5' }, 'offset'],
      [{ floor: '' }, 'floor'],
      [{ floor: '0' }, 'floor'],
      [{ floorBy: 'margin', margin: '1001' }, 'margin'],
      [{ ceiling: 'ten' }, 'ceiling'],
      [{ ceiling: '37.99' }, 'ceiling'],
      [{ mostChanges: '0' }, 'mostChanges'],
      [{ mostChanges: '25' }, 'mostChanges'],
      [{ mostPercent: '51' }, 'mostPercent'],
    ]
    for (const [change, field] of wrong) {
      const { status, data } = await send('save', change)
      expect([status, Object.keys(data.errors)], JSON.stringify(change)).toEqual([422, [field]])
      expect(data.values).toMatchObject({ ...typed, ...change })
    }
    expect((await send('save', { ceiling: '38.00', offset: '50', mostChanges: '24' })).status).toBe(303)
  })

  it('changes at most so often in a day of the shop', async () => {
    await send('save', { mostPercent: '10' })
    expect([await run(), await priceOf()]).toEqual([1, 5310])
    await later('2026-11-25T22:59:59Z')
    expect(await run()).toBe(0)
    await later('2026-11-25T23:00:00Z')
    expect([await run(), await priceOf()]).toEqual([1, 4900])
  })

  it('never goes below what offers are accepted for', async () => {
    await db.owner
      .insertInto('listing_contents')
      .values({ seller_id: seller, listing_id: listing, best_offer: true, minimum_offer_minor: 5200 })
      .execute()
    await send('save')
    expect([await run(), await priceOf()]).toEqual([1, 5201])
  })

  it('rests while a sale event sets the price, and applies to no variations', async () => {
    const varied = await addWatched('V', 5900)
    await addVariations(db, { seller_id: seller, listing_id: varied }, { RED: 1 })
    await send('save')
    await send('save', {}, paths.priceRule(await itemOf(varied)))
    await scheduleSale(db, seller, [listing], {
      starts_at: new Date('2026-11-25T09:00:00Z'),
      ends_at: new Date('2026-11-25T11:00:00Z'),
    })
    expect(await run()).toBe(0)
    await later('2026-11-25T11:00:00Z')
    expect([await run(), await priceOf(varied)]).toEqual([1, 5900])
  })

  it('is set for many at once, from their list', async () => {
    await addWatched('FEW', 5900, 4)
    const at = `${paths.priceRule()}?all=1`
    expect((await send('try', {}, at)).data.trial).toMatchObject({ changes: 1, all: 2 })
    expect((await send('save', {}, at)).location).toContain('done=2')
    expect(await run()).toBe(1)
  })
})

it('a change is undone once, which pauses the rule; a price that changed since stays', async () => {
  await send('save')
  await run()
  const [change] = await changes()
  const undo = () => ann.post(steps, paths.priceRuleSteps('undo'), { keys: change!.change_key })
  expect((await undo()).location).toContain('undone=1.0')
  expect((await undo()).location).toContain('undone=0.1')
  expect(await priceOf()).toBe(5900)
  expect(await changes()).toMatchObject([{ undone_by: expect.any(String) }])
  await later('2026-11-26T10:00:00Z')
  expect(await run()).toBe(0)
  await ann.post(steps, paths.priceRuleSteps('resume'), { keys: item })
  expect(await run()).toBe(1)
  await updateRows(db.owner, 'listings', { id: listing }, { price_minor: 7000 })
  const second = (await changes())[1]
  const late = await ann.post(steps, paths.priceRuleSteps('undo'), { keys: second!.change_key })
  expect([late.location, await priceOf()]).toEqual([expect.stringContaining('undone=0.1'), 7000])
})

it('one switch stops all rules, and each can be paused or removed', async () => {
  await send('save')
  await ann.post(stopPage, paths.priceRulesStop, { step: 'stop' })
  expect([await run(), await priceOf()]).toEqual([0, 5900])
  await ann.post(stopPage, paths.priceRulesStop, { step: 'restart' })
  await ann.post(steps, paths.priceRuleSteps('pause'), { keys: item })
  expect(await run()).toBe(0)
  await ann.post(steps, paths.priceRuleSteps('remove'), { keys: item })
  expect(await db.owner.selectFrom('price_rules').select('id').where('seller_id', '=', seller).execute()).toEqual([])
})

it('two runs at once change each price once', async () => {
  for (let n = 0; n < 5; n += 1) await addWatched(`N${n}`, 5900)
  await send('save', {}, `${paths.priceRule()}?all=1`)
  const done = await Promise.all([run(), run(), run()])
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(6)
  expect(await changes()).toHaveLength(6)
})

it('the database refuses a rule or a change beyond its bounds', async () => {
  await send('save', { ceiling: '60.00' })
  await run()
  const rule = (set: object) => updateRows(db.owner, 'price_rules', { seller_id: seller }, set)
  await expect(rule({ floor_minor: 6001 })).rejects.toThrow('price_rules_span')
  await expect(rule({ margin_percent: 10 })).rejects.toThrow('price_rules_floor')
  const change = (set: object) => updateRows(db.owner, 'price_rule_changes', { seller_id: seller }, set)
  await expect(change({ after_minor: 3799, most_percent: 90 })).rejects.toThrow('price_rule_changes_within')
  await expect(change({ nth: 2 })).rejects.toThrow('price_rule_changes_day')
  await expect(change({ after_minor: 9000, ceiling_minor: null })).rejects.toThrow('price_rule_changes_day')
})

it('belongs to its shop, and to who may edit listings', async () => {
  const stranger = await addTestSeller(db, {})
  const theirs = await itemOf(await addStocked(db, stranger, 'X', { price_minor: 100 }))
  expect((await ann.get(page, paths.priceRule(theirs))).status).toBe(404)
  expect((await send('save', {}, paths.priceRule(theirs))).status).toBe(404)
  expect((await shipper.get(page, paths.priceRule(item))).status).toBe(403)
  expect((await shipper.get(stopPage, paths.priceRulesStop)).status).toBe(403)
})
