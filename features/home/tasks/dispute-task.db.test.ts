import { expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { addDispute } from '#features/after-sale/disputes/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { addPostedOrder } from '#features/payments/testing.ts'
import { day } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { mayDo, roles, type Role } from '#web/roles.ts'
import { readFirstTasks, taskReader } from './tasks-read.server.ts'

const now = new Date('2026-11-22T10:40:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)

it('a payment dispute to answer is a task for roles that may see money', async () => {
  const db = await testDatabase()
  const own = await addSeller(db, 'ann')
  const order = await addPostedOrder(db, own, { netMinor: 1_100 })
  const openedAt = new Date(now.getTime() - day)
  const opened = await addDispute(db, { sellerId: own, order: order.number, openedAt, now: openedAt })
  const key = opened.ok ? opened.dispute.dispute_number : ''
  const disputes = async (role: Role) => {
    const reader = taskReader({ id: own, timeZone: zone, role }, { now, deadlines: policyPack.deadlines })
    const { lines } = await db.asSeller(own, 'read', (rows) => readFirstTasks(rows, reader, { texts, role }))
    return lines
  }
  const title = `Answer the payment dispute of ${order.number}`
  const href = `/sh/fin/disputes/details?dispute=${key}`
  const line = {
    title,
    href,
    due: { text: 'Thu 10:40' },
    money: { main: '£5.00' },
    facts: expect.arrayContaining(['Not received']),
  }
  expect(await disputes('owner')).toMatchObject([{ ...line, action: { text: 'Answer', href: `${href}#step` } }])
  expect(await disputes('accountant')).toMatchObject([{ ...line, action: null }])
  for (const role of roles.filter((each) => !mayDo(each, 'money.view'))) expect(await disputes(role), role).toEqual([])
})
