import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/people/accounts/testing.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { countedFor, countHealth, readHealth } from './count-health.server.ts'
import * as healthPage from './health-page.tsx'
import * as sellerPage from './seller-page.tsx'
import { addLate, addLost, addTalk, addUnstocked, talkAt } from './testing.ts'

const db = await testDatabase()
const noon = new Date('2026-11-25T12:00:00Z')
let now = noon
const hub = testServices(db, { now: () => now })

beforeEach(async () => {
  now = noon
  await db.owner.deleteFrom('sellers').execute()
})
const ago = (hours: number) => new Date(noon.getTime() - hours * hour)

it.each([
  ['was answered in the last moment', [1, 25].map(talkAt), 0, [1, 0]],
  ['was answered too late', [1, 25.01].map(talkAt), 0, [1, 1]],
  ['may still be answered', [216].map(talkAt), 0, [0, 0]],
  ['was not answered', [215.99].map(talkAt), 0, [1, 1]],
  ['needed no answer', [1].map(talkAt), 1, [0, 0]],
  [
    'was asked twice, and answered unseen',
    [talkAt(1, 0), talkAt(2, 0), { ...talkAt(3, 1), hasSeenAll: false }],
    0,
    [1, 1],
  ],
])('messages of buyers of an order that %s', async (_name, talk, settledAfter, expected) => {
  const id = await addSeller(db, 'asked')
  await addTalk(db, id, { placedAt: ago(240), talk, settledAfter })
  const { counts } = await readHealth(hub, { id, timeZone: 'UTC' })
  expect([counts.asked, counts.unanswered]).toEqual(expected)
})

describe('the operator’s page of seller health', () => {
  it('lists sellers above a limit, worst first, with each figure’s orders', async () => {
    const operator = await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email)
    const empty = await operator.get(healthPage, '/operator/health')
    expect(empty.data).toMatchObject({ sellers: [], since: null })
    const [late, worst, silent] = [
      await addSeller(db, 'late'),
      await addSeller(db, 'worst'),
      await addSeller(db, 'silent'),
    ]
    await addSeller(db, 'good')
    const placedAt = ago(500)
    for (let i = 0; i < 6; i += 1) await addLate(db, late, { placedAt })
    for (let i = 0; i < 5; i += 1) {
      await addLost(db, worst, { placedAt })
      await addTalk(db, worst, { placedAt, talk: [talkAt(1, 0)] })
    }
    for (let i = 0; i < 4; i += 1) await addTalk(db, silent, { placedAt, talk: [talkAt(1, 0)] })
    await addLost(db, late, { placedAt })
    expect(await countHealth(hub)).toBe(4)

    const { data } = await operator.get(healthPage, '/operator/health')
    const names = (of: { data: { sellers: { username: string }[] } }) => of.data.sellers.map(({ username }) => username)
    expect(names({ data })).toEqual(['worst', 'late', 'silent'])
    expect(data.tabs.map(({ count }: { count: string }) => count)).toEqual(['3', '1', '1', '1', '2'])
    expect(data.sellers[1].rates).toMatchObject([
      {
        failure: 'late',
        rate: '85.71%',
        count: '6 of 7',
        isOver: true,
        href: '/operator/seller?seller=late&failure=late',
      },
      { failure: 'defects', rate: '14.29%', count: '1 of 7', isOver: false },
      { failure: 'cases', rate: '14.29%', count: '1 of 7', isOver: false },
      { failure: 'unanswered', rate: '–', isOver: false, href: null },
    ])
    expect(names(await operator.get(healthPage, '/operator/health?failure=unanswered'))).toEqual(['worst', 'silent'])
    expect(names(await operator.get(healthPage, '/operator/health?failure=defects'))).toEqual(['worst'])
    expect(names(await operator.get(healthPage, '/operator/health?q=SIL&failure=odd'))).toEqual(['silent'])

    const seller = await operator.get(sellerPage, '/operator/seller?seller=late&failure=cases')
    expect(seller.data.health.evidence).toMatchObject({
      failure: 'cases',
      title: 'Cases decided for buyers',
      columns: [{ label: 'Placed' }, { label: 'What happened' }, { label: 'Date' }],
      orders: [{ cells: ['4 Nov 2026', expect.stringMatching(/^Case 5-\d{8}$/), '14 Nov 2026'] }],
      most: null,
    })
    const shown = JSON.stringify(seller.data)
    for (const secret of ['Lola', 'buyer-', 'Bristol', 'Item 1']) expect(shown).not.toContain(secret)
  })

  it('is for operators only', async () => {
    const { email } = await addTestMember(hub)
    expect((await (await signedInBrowser(hub, email)).get(healthPage, '/operator/health')).status).toBe(403)
  })
})

describe('the job', () => {
  it('counts each seller again once the figures are old, and not before', async () => {
    const seller = await addSeller(db, 'counted')
    const count = (after: number) => {
      now = new Date(noon.getTime() + after)
      return countHealth(hub)
    }
    expect(await count(0)).toBe(1)
    await addUnstocked(db, seller, { placedAt: ago(24) })
    expect(await count(countedFor - minute)).toBe(0)
    expect(await count(countedFor)).toBe(1)
    const row = await db.owner.selectFrom('seller_health').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      sold: 1,
      cases: 0,
      cancelled: 1,
      counted_at: now,
      failing: [],
      level: 'ABOVE_STANDARD',
    })
  })

  it('counts more sellers than fit one batch, and stops on request', async () => {
    for (let i = 0; i < 205; i += 1) await addSeller(db, `many-${i}`)
    now = new Date(noon.getTime() + day)
    expect(await countHealth(hub, { signal: AbortSignal.abort() })).toBe(0)
    expect(await countHealth(hub)).toBe(205)
  })
})
