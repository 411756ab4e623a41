import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import * as casePage from '#features/after-sale/cases/case-page.tsx'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import * as cancelPage from '#features/order-page/actions/cancel-order-page.tsx'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import * as levelPage from '#features/insights/seller-level/seller-level-page.tsx'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { countHealth } from './count-health.server.ts'
import * as healthPage from './health-page.tsx'
import * as sellerPage from './seller-page.tsx'
import { addLate, addLost, addMeasured, addTalk, addUnstocked, talkAt } from './testing.ts'
import * as writePage from './write-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-25T12:00:00Z')
const placedAt = new Date(now.getTime() - 20 * day)

const watched = [
  { id: 'late', count: 7, of: 25 },
  { id: 'defects', count: 12, of: 25 },
  { id: 'cases', count: 5, of: 25 },
  { id: 'unanswered', count: 4, of: 4 },
] as const
const name = {
  late: 'Late shipments',
  defects: 'Defects',
  cases: 'Cases decided for buyers',
  unanswered: 'Messages unanswered',
}

it('every page that shows a measure shows the same count, of the same number, with the same orders behind it', async () => {
  const owner = await addTestMember(hub, { name: 'Ann Example' })
  const seller = await addTestSeller(db, { [owner.id]: 'owner' })
  const { username } = await rowOf(db.owner, 'sellers', { id: seller })
  const [ann, operator] = [
    await signedInBrowser(hub, owner.email),
    await signedInBrowser(hub, (await addTestMember(hub, { operator: true })).email),
  ]
  for (let i = 0; i < 7; i += 1) await addLate(db, seller, { placedAt })
  for (let i = 0; i < 7; i += 1) await addUnstocked(db, seller, { placedAt })
  for (let i = 0; i < 5; i += 1) await addLost(db, seller, { placedAt })
  for (let i = 0; i < 4; i += 1) await addTalk(db, seller, { placedAt, talk: [talkAt(1, 0)] })
  const open = await addMeasured(db, seller, { placedAt })
  const sold = await addSold(db, seller, { placedAt: new Date(now.getTime() - 10 * day) })
  // Sold outside the window, after the next evaluation's last month has begun, and before its first.
  await addUnstocked(db, seller, { placedAt: new Date('2025-06-01T12:00:00Z') })
  await countHealth(hub)

  const level = (await ann.get(levelPage, paths.sellerLevel())).data
  const list = (await operator.get(healthPage, '/operator/health')).data
  const health = (await operator.get(sellerPage, `/operator/seller?seller=${username}`)).data.health
  const draft = (await operator.get(writePage, `/operator/write?seller=${username}`)).data.draft.body
  interface Shown {
    id?: string
    failure?: string
    count: string
    rate: string
  }
  const figure = (all: Shown[], id: string) => {
    const { count, rate } = assertDefined(
      all.find((each) => each.id === id || each.failure === id),
      `${id} is shown`,
    )
    return { count, rate }
  }
  for (const { id, count, of } of watched) {
    const expected = { count: `${count} of ${of}`, rate: figure(level.level.measures, id).rate }
    expect(figure(level.level.measures, id)).toEqual(expected)
    expect(figure(list.sellers[0].rates, id)).toEqual(expected)
    expect(figure(health.rates, id)).toEqual(expected)
    expect(draft).toContain(`- ${name[id]}: ${count} of ${of} orders (${expected.rate})`)
    const own = (await ann.get(levelPage, paths.sellerLevel({ fault: id }))).data.evidence.rows
    const shown = (await operator.get(sellerPage, `/operator/seller?seller=${username}&failure=${id}`)).data.health
    const numbers = (rows: { number: string }[]) => rows.map(({ number }) => number).toSorted()
    expect(numbers(own)).toHaveLength(count)
    expect(numbers(shown.evidence.orders)).toEqual(numbers(own))
    expect(shown.evidence.title).toBe(name[id])
  }
  expect(draft).toContain(paths.sellerLevel())

  // What comes next is counted from the same numbers: the cancel form, the case and the what-if of the level.
  const { panel } = (
    await ann.get(cancelPage, paths.cancelOrder(assertDefined(parseOrderNumber(open.number), 'it is')))
  ).data
  const { hint } = panel.reasons.find(({ value }: { value: string }) => value === 'OUT_OF_STOCK_OR_CANNOT_FULFILL')
  expect(hint).toContain('With it: 13 defects in 25 orders sold since 1 Dec 2025, 52%.')
  const supposed = (await ann.get(levelPage, paths.sellerLevel({ if: 'cancel' }))).data.level
  expect(supposed.levels.next.basis).toContain('25 orders')
  const number = newCaseNumber('RETURN')
  await db.asSeller(seller, 'write', (tx) =>
    openCase(tx, {
      sellerId: seller,
      order: sold.number,
      number,
      key: `open ${number}`,
      kind: 'RETURN',
      reason: 'NOT_AS_DESCRIBED',
      words: 'It sticks.',
      photos: [],
      units: 1,
      line: 1,
      now,
      policyPack,
    }),
  )
  const answers: { level: { main: string; second: string } }[] = (await ann.get(casePage, paths.caseDetails(number)))
    .data.model.answers
  expect(answers.map(({ level: { main, second } }) => [main, second])).toContainEqual([
    'Case 6 if you lose',
    'of 25 orders sold since 1 Dec 2025',
  ])
})
