import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { InvalidFileError } from '#lib/file-problem.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { allRoutes, pageDataHeader } from '#web/router/page-state.ts'
import { failureLog } from '#web/failure-log.ts'
import * as events from './message-events-resource.ts'
import { parseMessages, type MessagesFile } from './messages-file.ts'
import { markRead } from './messages-db.server.ts'
import { listMessages, storeMessages, type StoreReport } from './store-messages-db.server.ts'
import * as page from './messages-page.tsx'
import { startPageMessages, type PageMessagesModel } from './page-messages.server.ts'
import { hour } from '#lib/duration.ts'

const now = new Date()
const db = await testDatabase()
const lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
const hub: TestServices = { ...testServices(db, { now: () => now }), log }

let browser: TestBrowser
let username: string

const ann = await addTestMember(hub)
const seller = await addTestSeller(db, { [ann.id]: 'owner' })

beforeAll(async () => {
  const row = db.owner.selectFrom('sellers').select('username').where('id', '=', seller)
  username = (await row.executeTakeFirstOrThrow()).username
  browser = await signedInBrowser(hub, ann.email)
})

beforeEach(async () => {
  lines.length = 0
  await sql`truncate messages, member_messages`.execute(db.owner)
})

type Entry = MessagesFile['messages'][number]
type Config = NonNullable<Entry['model']['config']>

const entry = (key: string, rest: Partial<Entry> = {}, config: Config = {}): Entry => ({
  key,
  model: { title: `Title of ${key}`, message: `Words of ${key}`, config: { messageId: key, ...config } },
  ...rest,
})
const load = (...messages: Entry[]): Promise<StoreReport> =>
  db.owner.transaction().execute((tx) => storeMessages(tx, parseMessages({ messages }), { now, replace: true }))

/** The member's page messages in a browser with these cookies. */
async function open(
  pathname = '/sh/ovw',
  { cookie = '', locale = 'en', from = browser, data = false } = {},
): Promise<PageMessagesModel> {
  const outcome = await start(pathname, { cookie, locale, from, data })
  if (outcome.state !== 'ready') throw new Error(`messages: ${outcome.state}`)
  return outcome.value
}

async function start(
  pathname: string,
  { cookie = '', locale = 'en', from = browser, data = false, timeoutMs = 10_000 } = {},
) {
  const signedIn = await readSession(hub, from.request('/'))
  const url = new URL(pathname, 'http://hub')
  const request = new Request(url, { headers: { cookie, ...(data && { [pageDataHeader]: allRoutes }) } })
  const logFailure = failureLog(hub.log, { requestId: 'r', path: pathname })
  const args = { hub, requestId: 'r', logFailure, signedIn: signedIn!, texts: textsFor(locale, 'UTC'), request, url }
  return startPageMessages(args, now, timeoutMs)
}
const titles = ({ models }: PageMessagesModel) => models.map(({ title }) => title)
const tell = (fields: Record<string, string | null>) => browser.post(events, '/messages/events', fields)
const memory = () => db.owner.selectFrom('member_messages').selectAll().execute()

describe('loading a file', () => {
  it('adds, changes and removes; loading the same file again changes nothing', async () => {
    expect(await load(entry('a'), entry('b', { locale: 'de' }))).toEqual({
      added: ['a', 'b (de)'],
      changed: [],
      removed: [],
      unchanged: 0,
      others: 0,
    })
    const before = await db.owner.selectFrom('messages').selectAll().execute()
    expect(await load(entry('a'), entry('b', { locale: 'de' }))).toMatchObject({ added: [], changed: [], unchanged: 2 })
    expect(await db.owner.selectFrom('messages').selectAll().execute()).toEqual(before)
    const more = entry('b', { locale: 'de', audience: { countries: ['GB'], sellers: [username] }, pages: ['/x'] })
    expect(await load(more, entry('c'))).toEqual({
      added: ['c'],
      changed: ['b (de)'],
      removed: ['a'],
      unchanged: 0,
      others: 0,
    })
    expect(await load(more, entry('c'))).toMatchObject({ unchanged: 2 })
    expect(await load()).toMatchObject({ removed: ['b (de)', 'c'] })
  })

  it('keeps messages that are not in the file, unless it replaces all', async () => {
    await load(entry('a'), entry('b'))
    const added = await db.owner
      .transaction()
      .execute((tx) =>
        storeMessages(tx, parseMessages({ messages: [entry('b'), entry('c')] }), { now, replace: false }),
      )
    expect(added).toEqual({ added: ['c'], changed: [], removed: [], unchanged: 1, others: 1 })
    expect(await db.owner.selectFrom('messages').select('key').orderBy('key').execute()).toEqual(
      ['a', 'b', 'c'].map((key) => ({ key })),
    )
  })

  it('stores nothing if one names an unknown seller', async () => {
    await load(entry('a'))
    await expect(load(entry('b'), entry('c', { audience: { sellers: ['nobody'] } }))).rejects.toThrow(InvalidFileError)
    expect(await db.owner.selectFrom('messages').select('key').execute()).toEqual([{ key: 'a' }])
  })

  it('keeps views and dismissals of a message that is removed and added again', async () => {
    await load(entry('a', {}, { permanent: true }))
    await tell({ shown: 'a', closed: 'a' })
    await load()
    await load(entry('a', {}, { permanent: true }))
    expect(titles(await open())).toEqual([])
  })
})

describe('a page', () => {
  it('shows the messages for this member, seller, page and moment', async () => {
    const inHours = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
    await load(
      entry('all'),
      entry('mine', { audience: { sellers: [username] }, priority: 2 }),
      entry('british', { audience: { countries: ['GB'], orders: { max: 0 } }, roles: ['owner'], priority: 1 }),
      entry('large', { audience: { orders: { min: 1 } } }),
      entry('rated', { audience: { levels: ['TOP_RATED'] } }),
      entry('new', { audience: { newForDays: 30 } }),
      entry('operators', { roles: ['operator'] }),
      entry('orders', { pages: ['/sh/ord/*'] }),
      entry('later', { from: inHours(1) }),
      entry('over', { until: inHours(-1) }),
      entry('german', { locale: 'de' }),
    )
    expect(titles(await open())).toEqual(['Title of mine', 'Title of british', 'Title of all'])
    await db.owner.updateTable('sellers').set({ level: 'TOP_RATED' }).where('id', '=', seller).execute()
    expect(titles(await open('/sh/ord/details'))).toContain('Title of orders')
    expect(titles(await open())).toContain('Title of rated')
    expect(titles(await open('/x', { locale: 'de' }))).toContain('Title of german')
    const operator = await addTestMember(hub, { operator: true })
    const other = await signedInBrowser(hub, operator.email)
    expect(new Set(titles(await open('/operator', { from: other })))).toEqual(
      new Set(['Title of all', 'Title of operators']),
    )
  })

  it('shows first that the shop is suspended, whatever was closed', async () => {
    await load(entry('a'))
    const suspend = (suspended_at: Date | null) =>
      db.owner.updateTable('sellers').set({ suspended_at }).where('id', '=', seller).execute()
    await suspend(new Date('2026-03-04T10:00:00Z'))
    const said = await open('/sl/list')
    expect(titles(said)).toEqual(['This shop is suspended', 'Title of a'])
    expect(said.models[0]).toMatchObject({ type: 'alert', content: [expect.stringContaining('4 Mar 2026')] })
    expect(titles(await open('/sh/ovw', { locale: 'de' }))[0]).toBe('Dieser Shop ist gesperrt')
    await suspend(null)
    expect(titles(await open('/sl/list'))).toEqual(['Title of a'])
  })
})

describe('a browser’s report', () => {
  it('is one row per member and message, however often it is sent', async () => {
    await load(entry('a'), entry('b'))
    await tell({ shown: 'a' })
    expect((await tell({ shown: 'a', closed: 'b' })).status).toBe(204)
    expect(await memory()).toMatchObject([
      { message_key: 'a', views: 2, dismissals: 0, last_shown_at: now, dismissed_at: null, read_at: null },
      { message_key: 'b', views: 0, dismissals: 1, last_shown_at: null, dismissed_at: now, read_at: now },
    ])
  })

  it.each<[string, Config, number, number, boolean]>([
    ['for the session only', {}, 3, 3, true],
    ['for good', { permanent: true }, 1, 1, false],
    ['three times, of which two were left', { maxDismissal: 3, permanent: true }, 1, 1, true],
    ['three times', { maxDismissal: 3 }, 3, 3, false],
    ['not, but seen as often as it may be', { maxViews: 2 }, 2, 0, false],
  ])('counts for other browsers: closed %s', async (_, config, shown, closed, isSaid) => {
    await load(entry('a', {}, config))
    for (let time = 0; time < Math.max(shown, closed); time += 1)
      await tell({ shown: time < shown ? 'a' : null, closed: time < closed ? 'a' : null })
    expect(titles(await open())).toEqual(isSaid ? ['Title of a'] : [])
    const [row] = await listMessages(db.owner)
    expect(row).toMatchObject({ members: 1, views: shown, dismissals: closed, dismissed_by: closed > 0 ? 1 : 0 })
  })

  it('counts a message without an id in its model by its key', async () => {
    await load({ key: 'a', model: { message: 'Words of a', config: { permanent: true } } })
    const [model] = (await open()).models
    expect(model?.config).toEqual({ messageId: 'a', permanent: true })
    await tell({ shown: 'a', closed: 'a' })
    expect(await listMessages(db.owner)).toMatchObject([{ key: 'a', views: 1, dismissed_by: 1 }])
    expect(titles(await open())).toEqual([])
    // Another window still had it on its page.
    await tell({ shown: 'a' })
    expect(titles(await open())).toEqual([])
  })

  it('changes nothing for unknown or foreign messages, or invalid input', async () => {
    await load(entry('a'))
    expect((await tell({ shown: 'none' })).status).toBe(204)
    expect((await tell({})).status).toBe(400)
    expect((await tell({ shown: 'a', srt: 'wrong' })).status).toBe(403)
    expect(await memory()).toEqual([])
  })
})

it('messages that cannot be read in time are abandoned by page and PostgreSQL, and free their connections', async () => {
  const holder = await db.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; lock table messages')
  const pages = Array.from({ length: 20 }, () => start('/sh/ovw', { timeoutMs: 100 }))
  expect(new Set((await Promise.all(pages)).map(({ state }) => state))).toEqual(new Set(['timed-out']))
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['Await (messages) timed out after 100ms']))
  // The table is still locked.
  await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(1)
})

describe('the message centre', () => {
  const read = async () => {
    const { messages } = (await browser.get(page, '/messages')).data as { messages: { key: string; unread: boolean }[] }
    return messages.map(({ key, unread }) => `${key}${unread ? ' unread' : ''}`).toSorted()
  }

  it('contains current and shown messages until marked as read', async () => {
    await load(entry('a', { pages: ['/x'] }), entry('b', {}, { permanent: true }), entry('c', { roles: ['operator'] }))
    expect(await read()).toEqual(['a unread', 'b unread'])
    expect((await open()).unread).toBe(2)
    await tell({ shown: 'b', closed: 'b' })
    expect(await read()).toEqual(['a unread', 'b'])
    expect(await browser.post(page, '/messages', { read: 'a' })).toMatchObject({ status: 303, location: '/messages' })
    expect((await open()).unread).toBe(0)
    expect(await read()).toEqual(['a', 'b'])
  })

  it('keeps shown messages that were removed from the file, as long as it keeps any', async () => {
    await load(entry('a'), entry('b'), entry('c', { locale: 'en' }))
    await tell({ shown: 'a' })
    await tell({ shown: 'c' })
    expect(await load(entry('c'))).toMatchObject({ added: ['c'], removed: ['a', 'b', 'c (en)'] })
    expect(titles(await open())).toEqual(['Title of c'])
    expect(await read()).toEqual(['a unread', 'c unread'])
    expect(await listMessages(db.owner)).toMatchObject([{ key: 'a', views: 1, ends_at: now }, { key: 'c' }])
    expect(await load(entry('c'))).toMatchObject({ removed: [], unchanged: 1 })
    await tell({ closed: 'a' })
    expect(await read()).toEqual(['a', 'c unread'])
    await sql`update member_messages set last_shown_at = ${now}::timestamptz - interval '91 days'`.execute(db.owner)
    await load(entry('c'))
    expect(await listMessages(db.owner)).toMatchObject([{ key: 'c' }])
  })

  it('contains a message once that was removed and added again', async () => {
    await load(entry('a'))
    await tell({ shown: 'a' })
    await load()
    expect(titles(await open())).toEqual([])
    expect(await load(entry('a'))).toMatchObject({ added: ['a'] })
    expect(titles(await open())).toEqual(['Title of a'])
    expect(await read()).toEqual(['a unread'])
  })

  it('marks existing messages of this member only', async () => {
    await load(entry('a'))
    await markRead(db.owner, { memberId: ann.id, keys: ['a', 'none'], now })
    expect(await memory()).toMatchObject([{ member_id: ann.id, message_key: 'a', views: 0, read_at: now }])
    const other = await addTestMember(hub)
    expect((await open('/', { from: await signedInBrowser(hub, other.email) })).unread).toBe(1)
  })
})

describe('the tables', () => {
  it('are inaccessible to seller requests', async () => {
    for (const table of ['messages', 'member_messages'])
      await expect(
        db.asSeller(seller, 'read', (own) => sql`select 1 from ${sql.table(table)}`.execute(own)),
      ).rejects.toThrow(/permission denied/)
  })

  it('reject messages without an id or with another’s, and contradictory state', async () => {
    for (const config of [{ messageId: 'b' }, {}, null]) {
      const model = JSON.stringify({ message: 'x', config })
      await expect(db.owner.insertInto('messages').values({ key: 'a', model }).execute()).rejects.toThrow(
        /message_id_is_key/,
      )
    }
    const row = { member_id: ann.id, message_key: 'a' }
    for (const wrong of [{ views: 1 }, { dismissals: 1 }, { dismissed_for_good: true }, { views: -1 }])
      await expect(addRows(db.owner, 'member_messages', { ...row, ...wrong })).rejects.toThrow(/check/)
  })
})
