import { rowsOf } from '#db/testing-row.ts'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { paths } from '#web/paths.ts'
import * as casePage from './case-page.tsx'
import { newCaseNumber, openCase } from './open-case-db.server.ts'
import { addSold } from './testing.ts'

// The response to an answer was lost: a changed form is then another answer under the same key.

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')

const { sellerId: seller, browser: by } = await addTestShop(hub)

async function addReturn(reason: 'DEFECTIVE_ITEM' | 'WRONG_SIZE' = 'DEFECTIVE_ITEM') {
  const order = await addSold(db, seller)
  const number = newCaseNumber('RETURN')
  const about = { sellerId: seller, order: order.number, line: 1, units: 2, kind: 'RETURN', reason, number } as const
  const said = { words: 'The needle sticks.', photos: [], key: `open ${number}`, now, policyPack }
  expect(await db.asSeller(seller, 'write', (own) => openCase(own, { ...about, ...said }))).toMatchObject({ ok: true })
  return { number, orderId: order.id }
}

const newKey = () => randomBytes(16).toString('hex')
const answer = (number: CaseNumber, fields: Record<string, string>) =>
  by.post(casePage, paths.caseDetails(number), fields)
const stateOf = async (number: CaseNumber) =>
  (await db.owner.selectFrom('cases').select('state').where('case_number', '=', number).executeTakeFirstOrThrow()).state
const messagesOf = async (orderId: number) =>
  (await rowsOf(db.owner, 'conversation_messages', { order_id: orderId }, 'id')).map(({ body }) => body)

describe('an answer changed since it was sent', () => {
  it('is not reported as done, and its message is not sent', async () => {
    const { number, orderId } = await addReturn()
    const key = newKey()
    const offered = { step: 'offer-part', percent: '20', key }
    expect((await answer(number, offered)).status).toBe(303)
    expect((await answer(number, offered)).status).toBe(303)
    const declined = await answer(number, { step: 'decline', answerMessage: 'We decline.', key })
    expect(declined.data).toMatchObject({
      values: { step: 'decline', message: 'We decline.' },
      errors: { form: expect.stringContaining('20% of the price offered') },
    })
    expect((await answer(number, { ...offered, percent: '30' })).data.errors.form).toContain('20%')
    expect([await stateOf(number), await messagesOf(orderId)]).toEqual(['PARTIAL_REFUND_REQUESTED', []])
    // A message added to the same answer is sent once.
    const said = { ...offered, answerMessage: 'Is a fifth right?' }
    expect([(await answer(number, said)).status, (await answer(number, said)).status]).toEqual([303, 303])
    const other = await answer(number, { ...said, answerMessage: 'Is a third right?' })
    expect(other.data.errors.form).toContain('another message')
    expect(await messagesOf(orderId)).toEqual(['Is a fifth right?'])
  })

  it('gets another key if the case can still be answered, and is refused otherwise', async () => {
    const { number } = await addReturn('WRONG_SIZE')
    const key = newKey()
    expect((await answer(number, { step: 'accept', key })).status).toBe(303)
    const label = { [parcelField('tracking', 1)]: 'RN473124829GB', [parcelField('carrier', 1)]: 'Royal Mail' }
    const answers = async () => (await by.get(casePage, paths.caseDetails(number))).data.model.answers
    const withLabel = await answer(number, { step: 'accept', key, ...label })
    expect(withLabel.data.errors.form).toContain('accepted')
    expect([withLabel.status, (await answers()) === null]).toEqual([200, false])
    expect((await answer(number, { step: 'refund', key: newKey() })).status).toBe(303)
    expect(await answers()).toBeNull()
    expect((await answer(number, { step: 'decline', key })).status).toBe(409)
  })
})
