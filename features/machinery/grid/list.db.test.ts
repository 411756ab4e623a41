import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import type { GridModel, GridTab } from '#shui/grid/grid-model.ts'
import { findNeighbours } from './list-neighbours-db.server.ts'
import { openList } from './list-query.ts'
import { listExport, listLoader, listViews } from './list-routes.server.ts'
import { amountWithin } from './list-conditions.server.ts'
import { defineList, type ListColumn, type ListTypes } from './list.ts'
import { unpackModel } from './packed-model.ts'
import { paidHref, transactionsList } from './testing-transactions.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const list = { loader: listLoader(transactionsList), action: listViews(transactionsList) }
const as = {} as Record<'owner' | 'accountant' | 'lister', TestBrowser>

const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const members = await Promise.all(['owner', 'accountant', 'lister'].map((name) => addTestMember(hub, { name })))
const [owner, accountant, lister] = members.map(({ id }) => id)
const seller = await addTestSeller(db, { [owner!]: 'owner', [accountant!]: 'accountant', [lister!]: 'lister' })
const known = await addOrders(db, { sellerId: seller, count: 120, now, seed: 'transactions' })
await addOrders(db, { sellerId: await addTestSeller(db), count: 20, now, seed: 'others' })
const browsers = await Promise.all(members.map(({ email }) => signedInBrowser(hub, email)))
Object.assign(as, { owner: browsers[0], accountant: browsers[1], lister: browsers[2] })

async function show(search: string, browser = as.owner): Promise<GridModel> {
  return unpackModel((await browser.get(list, `/transactions?${search}`)).data.model)
}

/** The export through the guard, as a browser gets it. */
async function exported(search: string): Promise<Record<string, string>[]> {
  const loader = listExport(transactionsList)
  const answer = await new Promise<Response>((resolve, reject) => {
    const keep = async (args: never) => resolve(await loader(args))
    as.owner.get({ loader: keep }, `/transactions/export?${search}`).catch(reject)
  })
  return parse(await answer.text(), { bom: true, columns: true })
}

const paidOnes = () => known.filter(({ paidAt }) => paidAt !== null)
const keysOf = ({ rows }: GridModel) => rows.map(({ key }) => key)

describe('a list that is one definition', () => {
  it('has a page: rows in order, cells, tabs with counts, sums, filters', async () => {
    const model = await show('state=PAID&limit=25')
    const latest = known
      .filter(({ number }) => keysOf(model).includes(number))
      .toSorted((a, b) => b.paidAt!.getTime() - a.paidAt!.getTime() || b.id - a.id)
    expect(keysOf(model)).toEqual(latest.map(({ number }) => number))
    expect(model.rows[0]!.cells).toMatchObject({ order: latest[0]!.number, total: { kind: 'money' } })
    const active = model.tabs!.find((tab: GridTab) => tab.active)!
    expect([active.id, active.count]).toEqual(['PAID', String(model.total)])
    expect(model.totals[0]!.text).toBe(`${model.total} orders`)
    expect(model.totals[1]!.text.split(' + ')).toHaveLength(3)
    expect(model.filters.map(({ name, hint }) => [name, hint])).toEqual([
      ['paid', 'Days in London (GMT)'],
      ['total', undefined],
    ])
  })

  it('is filtered and searched by its address', async () => {
    const day = paidOnes()[0]!.paidAt!.toISOString().slice(0, 10)
    const onDay = paidOnes().filter(({ paidAt }) => paidAt!.toISOString().startsWith(day))
    expect(keysOf(await show(paidHref(day, day).split('?')[1]!)).toSorted()).toEqual(
      onDay.map(({ number }) => number).toSorted(),
    )
    const { total, rows } = await show('q=anna&limit=25&offset=0&sort=-total')
    expect(total).toBe(known.filter(({ terms }) => terms.includes('anna')).length)
    expect(rows.length).toBeGreaterThan(0)
    expect((await show('q=nothing-like-this')).empty?.kind).toBe('no-match')
    expect((await show('sort=state')).problems).toHaveLength(1)
  })

  // Words alone are counted without reading rows.
  it.each(['q=an', 'q=an&paidFrom=2000-01-01'])(
    'counts results up to a limit, and says so if it stopped: %s',
    async (q) => {
      const counting = async (counted: number, search: string) => {
        const loader = listLoader({ ...transactionsList, search: { ...transactionsList.search!, counted } })
        return unpackModel((await as.owner.get({ ...list, loader }, `/transactions?${search}`)).data.model)
      }
      const holding = known.filter(({ terms }) => terms.includes('an'))
      const n = (q === 'q=an' ? holding : holding.filter(({ paidAt }) => paidAt)).length
      expect(n).toBeGreaterThan(50)
      const whole = await counting(n, `${q}&limit=25`)
      expect([whole.total, whole.more, whole.paging.total]).toEqual([n, null, `${n}`])
      expect(whole.totals.map(({ text }) => text)).toEqual([`${n} orders`, expect.stringContaining('£')])
      expect(whole.export?.label).toBe(`Export ${n}`)
      expect(whole.tabs!.every(({ count }) => count !== null)).toBe(true)
      const stopped = await counting(n - 1, `${q}&limit=25`)
      const more = `more than ${n - 1}`
      expect([stopped.total, stopped.more, stopped.paging.total]).toEqual([n - 1, more, more])
      expect(stopped.totals.map(({ text }) => text)).toEqual([
        `More than ${n - 1} orders`,
        'narrow your search to see totals',
      ])
      expect(stopped.export?.label).toBe('Export all results')
      expect(stopped.tabs!.every(({ count }) => count === null)).toBe(true)
      // The same pages up to the last, which cannot be opened directly.
      for (const sort of ['', '&sort=-total']) {
        const found: string[] = []
        let next: string | null = `/transactions?${q}&limit=25${sort}`
        while (next) {
          const { rows, paging } = await counting(n - 1, next.split('?')[1]!)
          expect(paging.lastHref).toBeNull()
          found.push(...rows.map(({ key }) => key))
          next = paging.nextHref
        }
        expect(found).toEqual(keysOf(await counting(n, `${q}&limit=200${sort}`)))
        expect(found).toHaveLength(n)
      }
      const beyond = await counting(n - 1, `${q}&limit=25&offset=200`)
      expect(beyond.empty).toMatchObject({ hint: 'All results are on earlier pages.' })
    },
  )

  it('shows each role its columns, and nothing to other members', async () => {
    expect((await show('')).columns.map(({ id }) => id)).toContain('buyer')
    expect((await show('cols=order,buyer', as.accountant)).columns.map(({ id }) => id)).toEqual(['order'])
    expect((await as.lister.get(list, '/transactions')).status).toBe(403)
  })

  it('exports all results or the selected rows', async () => {
    expect(await exported('state=PAID&limit=25&offset=25')).toHaveLength((await show('state=PAID')).total)
    const [first, second] = keysOf(await show(''))
    const selected = await exported(`keys=${first}&keys=${second}`)
    expect(selected.map((record) => record['Order number'])).toEqual([first, second])
  })

  it('has its saved views', async () => {
    const saved = await as.owner.post(list, '/transactions/views', {
      intent: 'save',
      name: 'Large',
      query: 'totalFrom=100&offset=50&nonsense=1',
    })
    expect(saved.location).toMatch(/^\/transactions\?view=/)
    expect((await show('')).views?.items).toMatchObject([{ label: 'Large' }])
    const [view] = (await show('')).views!.items
    expect(new URL(view!.href, 'http://hub').search).toContain('totalFrom=100&view=')
  })

  it('finds a row’s neighbours', async () => {
    const url = new URL('http://hub/transactions?limit=25&offset=25')
    const reading = openList(transactionsList, url, { sellerId: seller, role: 'owner', now, zone: 'UTC', policyPack })
    const all = [...keysOf(await show('limit=200'))]
    const { id } = known.find(({ number }) => number === all[25])!
    const beside = await db.asSeller(seller, 'read', (own) => findNeighbours(own, transactionsList, reading, id))
    expect(beside).toEqual({ place: 26, previous: { key: all[24], offset: 0 }, next: { key: all[26], offset: 25 } })
  })

  it('cannot be sorted or filtered by anything else', () => {
    const { columns, ...rest } = transactionsList
    // @ts-expect-error -- 'state' has no sort
    const unsortable = () => defineList()({ ...rest, columns: { state: columns['state']! }, walks: 'state' })
    // @ts-expect-error -- there is no filter by country
    const unknown: keyof typeof transactionsList.filters = 'country'
    // @ts-expect-error -- a status has no such tone
    const toneless: ListColumn<ListTypes>['cell'] = () => ({ kind: 'status', tone: 'error', text: 'Refused' })
    // @ts-expect-error -- minor units are not what is typed
    const inMinorUnits = () => amountWithin('total_minor', { from: '1', to: null })
    expect([unsortable, unknown, toneless, inMinorUnits]).toHaveLength(4)
  })
})
