import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { timeAwayOf } from '#features/core/time-away/time-away.ts'
import { deadline } from '#features/orders/ship-calendar/ship-calendar.ts'
import { readShipCalendar } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import * as awayExceptions from '#features/selling/listings/away-exceptions-resource.ts'
import { announceTimesAway } from './announce-times-away.server.ts'
import { endTimeAway, readTimeAway, saveTimeAway, type TimeAwayChange } from './time-away-db.server.ts'
import * as timeAwayPage from './time-away-page.tsx'

const zone = 'Europe/London'
const week = { from: '2026-12-21', to: '2026-12-27', message: 'Skiing', listings: 'PAUSE' } as const
const [before, within, after] = [
  new Date('2026-12-14T10:00:00Z'),
  new Date('2026-12-22T10:00:00Z'),
  new Date('2026-12-28T10:00:00Z'),
]

const db = await testDatabase()

const save = (sellerId: number, change: Partial<TimeAwayChange> = {}) =>
  db.asSeller(sellerId, 'write', (own) =>
    saveTimeAway(own, { sellerId, away: week, exceptions: [], now: before, ...change }),
  )
const back = (sellerId: number, now: Date) => db.asSeller(sellerId, 'write', (own) => endTimeAway(own, sellerId, now))
const calendarOf = (sellerId: number) => db.asSeller(sellerId, 'read', (own) => readShipCalendar(own, sellerId))
const readOf = (sellerId: number, now: Date) => db.asSeller(sellerId, 'read', (own) => readTimeAway(own, sellerId, now))
const rowOf = (sellerId: number) =>
  db.owner.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow()

/** Adds listings on sale; returns their ids. */
async function addListings(sellerId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available, starts_at)
    select ${sellerId}, 'Leica ' || n, 'Cameras', 'GOOD', 'ACTIVE', 4500, 'GBP', 3, ${before} from generate_series(1, ${count}::integer) n
    returning id`.execute(db.owner)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

describe('the ship calendar', () => {
  it('has the days away as days without work, in a version of its own', async () => {
    const seller = await addSeller(db, 'skiing')
    const { version } = await calendarOf(seller)
    await save(seller)
    const { calendar, version: later } = await calendarOf(seller)
    expect(later).toBe(version + 1)
    const shipBy = (paidAt: Date) => dateAt(deadline(paidAt, calendar, 1), zone)
    expect(shipBy(new Date('2026-12-17T10:00:00Z'))).toBe('2026-12-18')
    // On the last day of work before, within, and after.
    expect(shipBy(new Date('2026-12-18T10:00:00Z'))).toBe('2026-12-28')
    expect(shipBy(within)).toBe('2026-12-29')
    expect(shipBy(after)).toBe('2026-12-29')
    const kept = db.owner.selectFrom('ship_calendars').selectAll().where('seller_id', '=', seller)
    expect((await kept.where('version', '=', later).executeTakeFirstOrThrow()).away_days).toHaveLength(7)
    // A message changes no day.
    await save(seller, { away: { ...week, message: 'Skiing again' } })
    expect((await calendarOf(seller)).version).toBe(later)
  })

  it('keeps days that have passed when the seller is back early, and works from then on', async () => {
    const seller = await addSeller(db, 'homesick')
    await save(seller)
    expect(await back(seller, new Date('2026-12-23T15:00:00Z'))).toBe(true)
    expect((await calendarOf(seller)).calendar.daysAway).toEqual(['2026-12-21', '2026-12-22'])
    expect(await readOf(seller, new Date('2026-12-23T15:00:00Z'))).toMatchObject({ away: null, listings: 'PAUSE' })
    // Once is enough.
    expect(await back(seller, new Date('2026-12-23T15:00:01Z'))).toBe(false)
  })

  it('forgets days that were only planned', async () => {
    const seller = await addSeller(db, 'undecided')
    await save(seller)
    expect(await back(seller, before)).toBe(true)
    expect((await calendarOf(seller)).calendar.daysAway).toEqual([])
    expect(timeAwayOf(await rowOf(seller))).toBeNull()
  })
})

it('the moment from which listings are paused stays when the last day or the message changes, and moves with the choice', async () => {
  const seller = await addSeller(db, 'late')
  await save(seller, { now: within, away: { ...week, from: '2026-12-22' } })
  const later = new Date('2026-12-23T10:00:00Z')
  await save(seller, { now: later, away: { ...week, from: '2026-12-22', to: '2026-12-30', message: 'Longer' } })
  expect((await rowOf(seller)).away_set_at).toEqual(within)
  await save(seller, { now: later, away: { ...week, from: '2026-12-22', listings: 'STAY' } })
  expect((await rowOf(seller)).away_set_at).toEqual(later)
})

describe('announcing', () => {
  const toldOf = async (sellerId: number) => {
    const events = await db.owner
      .selectFrom('events')
      .select(['listing_id', 'type'])
      .where('seller_id', '=', sellerId)
      .where('type', '=', 'listing.changed')
      .orderBy('id')
      .execute()
    return events.map((event) => event.listing_id)
  }
  const told = async (now: Date) => announceTimesAway(db, { now })
  /** Stops after the first batch. */
  const toldOnce = (now: Date) => {
    const stop = new AbortController()
    const stopping: TestDatabase = {
      ...db,
      asOwnerFor: (sellerId, work) => {
        stop.abort()
        return db.asOwnerFor(sellerId, work)
      },
    }
    return announceTimesAway(stopping, { now, signal: stop.signal })
  }
  /** The others of earlier tests are told, so that counts are of one. */
  beforeAll(() => told(before))

  it('tells each listing once at the start and once at the end, in batches', async () => {
    const seller = await addSeller(db, 'many')
    const other = await addSeller(db, 'other')
    await addListings(other, 2)
    const ids = await addListings(seller, 1_200)
    await save(seller, { exceptions: [ids[7]!] })
    expect(await told(before)).toBe(0)
    expect(await told(within)).toBe(1_199)
    expect(await told(within)).toBe(0)
    const paused = ids.filter((id) => id !== ids[7])
    expect(await toldOf(seller)).toEqual(paused)
    const marks = db.owner.selectFrom('changes').select('subject_id').where('seller_id', '=', seller)
    expect((await marks.where('place', 'is', null).execute()).length).toBeGreaterThanOrEqual(1_199)
    expect(await told(after)).toBe(1_199)
    expect(await told(after)).toBe(0)
    expect(await toldOf(seller)).toEqual([...paused, ...paused])
    expect(await toldOf(other)).toEqual([])
    // It is over: nothing is left of it but its days, and the choice for the next time.
    expect(await rowOf(seller)).toMatchObject({ away_from: null, away_message: '', away_listings: 'PAUSE' })
    expect((await rowOf(seller)).away_days).toHaveLength(7)
    expect((await readOf(seller, after)).exceptions).toHaveLength(1)
  })

  it('resumes where it stopped', async () => {
    const seller = await addSeller(db, 'stopped')
    await addListings(seller, 1_100)
    await save(seller)
    expect(await toldOnce(within)).toBe(500)
    expect(await told(within)).toBe(600)
    expect(new Set(await toldOf(seller)).size).toBe(1_100)
    await back(seller, within)
    await told(within)
  })

  it('tells all listings again where the choice changed halfway', async () => {
    const seller = await addSeller(db, 'changing')
    await addListings(seller, 700)
    await save(seller)
    await toldOnce(within)
    await back(seller, within)
    expect(await told(within)).toBe(700)
    expect(await told(within)).toBe(0)
  })

  it('tells of exceptions that change meanwhile', async () => {
    const seller = await addSeller(db, 'choosy')
    const ids = await addListings(seller, 4)
    await save(seller)
    expect(await told(within)).toBe(4)
    await save(seller, { exceptions: [ids[0]!], now: within })
    expect(await told(within)).toBe(4)
    expect(await told(within)).toBe(0)
    await back(seller, within)
    await told(within)
  })

  it('needs no job that ran at the start or the end', async () => {
    const seller = await addSeller(db, 'asleep')
    await addListings(seller, 3)
    await save(seller)
    expect(await told(after)).toBe(0)
    expect(timeAwayOf(await rowOf(seller))).toBeNull()
  })
})

describe('the page', () => {
  let hub: TestServices
  let seller: number
  let email: string
  let owner: TestBrowser
  let viewer: TestBrowser
  let now = before
  beforeAll(async () => {
    hub = testServices(db, { now: () => now })
    const [ada, vic] = [await addTestMember(hub), await addTestMember(hub)]
    seller = await addTestSeller(db, { [ada.id]: 'owner', [vic.id]: 'viewer' })
    ;({ email } = ada)
    owner = await signedInBrowser(hub, email)
    viewer = await signedInBrowser(hub, vic.email)
  })
  const fields = { intent: 'save', ...week, except: '' as string | readonly string[] }
  const send = (more: Record<string, string | readonly string[] | null> = {}, by = owner) =>
    by.post(timeAwayPage, paths.timeAway, { ...fields, ...more })
  const open = async () => (await owner.get(timeAwayPage, paths.timeAway)).data

  it('is for those who edit listings', async () => {
    expect((await viewer.get(timeAwayPage, paths.timeAway)).status).toBe(403)
    expect((await send({}, viewer)).status).toBe(403)
    expect((await open()).status).toBeNull()
  })

  it('refuses what cannot be, and keeps what was typed', async () => {
    const typed = { from: '2026-12-01', to: '2026-11-30', message: 'x'.repeat(501) }
    const { status, data } = await send(typed)
    expect(status).toBe(422)
    expect(data.fields).toMatchObject(typed)
    expect(Object.keys(data.errors)).toEqual(['from', 'to', 'message'])
    expect((await open()).fields.from).toBe('')
  })

  it('refuses days that leave no day of work within a year', async () => {
    const free = {
      days_off: Array.from({ length: 366 }, (_, nth) => addDays('2026-12-14', nth)),
    }
    await db.owner.updateTable('sellers').set(free).where('id', '=', seller).execute()
    const { data } = await send({ from: '2027-12-10', to: '2028-02-10' })
    expect(data.errors).toEqual({ to: expect.any(String) })
    await db.owner.updateTable('sellers').set({ days_off: [] }).where('id', '=', seller).execute()
    // Far enough ahead for a whole year of other days off: only the calendar can refuse it.
    expect((await send({ from: '2027-12-10', to: '2028-02-10' })).status).toBe(303)
    await send({ intent: 'end' })
  })

  it('sets the days with exceptions that a search finds, and shows what it means', async () => {
    const [first, second, third] = await addListings(seller, 3)
    await db.owner.updateTable('listings').set({ sku: 'M-3' }).where('id', '=', second!).execute()
    const variation = { seller_id: seller, listing_id: third!, position: 1, axis_values: ['M'], sku: 'TEE-M' }
    await addRows(db.owner, 'listing_variations', { ...variation, price_minor: 100, quantity: 1 })
    const { item_number: item } = await db.owner
      .selectFrom('listings')
      .select('item_number')
      .where('id', '=', first!)
      .executeTakeFirstOrThrow()
    const find = async (text: string, except: readonly string[]) => {
      const { status, data } = await send({ intent: 'find', find: text, except: ['', ...except] })
      expect(status).toBe(200)
      const found: { value: string }[] = data.search.found
      return [data.shown.length, ...found.map(({ value }) => value)]
    }
    const [, second_number] = await find('m-3', [])
    expect(await find('TEE-M', [item])).toEqual([1, expect.any(String)])
    const [, third_number] = await find('TEE-M', [item])
    // What is chosen is not found again.
    expect(await find('M-3', [String(second_number)])).toEqual([1])
    expect((await open()).shown).toEqual([])
    const except = [item, String(second_number), String(third_number)]
    expect((await send({ except: ['', ...except] })).status).toBe(303)
    const { fields: saved, shown, status } = await open()
    expect(saved.except).toEqual(except.toSorted())
    expect(shown).toHaveLength(3)
    expect(status).toMatchObject({ phase: 'planned', promised: null })
    expect(status.sends).toContain('28')
    // Sent twice, it is saved once.
    const { begun } = await open()
    expect((await send({ except: except.toReversed(), begun: 'opened before' })).status).toBe(303)
    expect((await open()).begun).toBe(begun)
  })

  it('excepts listings that are chosen in their list, also more than can be typed', async () => {
    await addListings(seller, 1_001)
    const answer = await owner.post(awayExceptions, paths.awayExceptions, { all: '1' })
    expect([answer.status, answer.location]).toEqual([303, `${paths.timeAway}?done=excepted`])
    const { fields: shown, excepted } = await open()
    expect(shown.except).toBeNull()
    expect(excepted).toMatch(/^1,00\d listings are excepted/)
    // They stay when the days change, and go when the seller wants it.
    expect((await send({ except: null, to: addDays(week.to, 1) })).status).toBe(303)
    expect((await open()).fields).toMatchObject({ except: null, to: addDays(week.to, 1) })
    expect((await send({ except: null, exceptNone: 'on' })).status).toBe(303)
    expect((await open()).fields.except).toEqual([])
  })

  it('does not undo what somebody else has changed meanwhile', async () => {
    const { begun } = await open()
    expect((await send({ to: '2026-12-30', begun })).status).toBe(303)
    const { status, data } = await send({ message: 'Mine', begun })
    expect([status, data.errors.form]).toEqual([422, expect.stringContaining('Somebody else changed this')])
  })

  it('ends early', async () => {
    now = within
    // The session has ended since.
    owner = await signedInBrowser(hub, email)
    expect((await open()).status.phase).toBe('present')
    expect((await send({ from: '2026-12-23', to: '2026-12-24' })).data.errors).toHaveProperty('from')
    const { location } = await send({ intent: 'end' })
    expect(location).toContain('done=ended')
    expect((await open()).status).toBeNull()
  })
})
