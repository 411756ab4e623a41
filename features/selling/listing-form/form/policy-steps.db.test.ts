import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser, type TestBrowser } from '#features/shop/accounts/testing-browser.ts'
import { addTestMember, testServices } from '#features/shop/accounts/testing.ts'
import type { FormView } from './form-view.ts'
import * as page from '../listing-form-page.tsx'
import { hiddenValues } from './sent-form.ts'

const db = await testDatabase()
const hub = testServices(db, { now: () => new Date('2026-11-20T12:00:00Z') })
let browser: TestBrowser
let other: TestBrowser

async function memberOfShop(username: string): Promise<TestBrowser> {
  const member = await addTestMember(hub)
  const id = await addSeller(db, username)
  await db.owner.insertInto('memberships').values({ seller_id: id, member_id: member.id, role: 'owner' }).execute()
  return signedInBrowser(hub, member.email)
}

beforeAll(async () => {
  browser = await memberOfShop('camera-shop')
  other = await memberOfShop('other-shop')
})

/** Presses a button of a new form; no view if it redirects. */
async function step(intent: string, typed: Record<string, string>, by = browser): Promise<FormView> {
  const key = crypto.randomUUID()
  const hidden = hiddenValues({ mode: 'AddItem', key, revision: 0, on: null, from: null })
  const { data } = await by.post(page, '/sl/list?mode=AddItem', { ...hidden, intent, ...typed })
  return data?.view as FormView
}

describe('a policy', () => {
  it('is created in the form and selected at once', async () => {
    const fields = { title: 'x', 'newPolicy.FULFILMENT.name': 'Courier', 'newPolicy.FULFILMENT.price': '4,50' }
    const { policies, typed } = await step('policy:FULFILMENT', fields)
    expect(policies.find(({ id }) => id === typed['policy.FULFILMENT'])).toMatchObject({
      name: 'Courier',
      priceMinor: 450,
    })
    expect((await step('policy:FULFILMENT', fields)).newPolicy?.problems).toEqual(['nameTaken'])
    const wrong = await step('policy:RETURN', { title: 'x', 'newPolicy.RETURN.days': '400' })
    expect(wrong.newPolicy?.problems).toEqual(['nameMissing', 'days'])
  })

  it('that is built in cannot be changed or deleted, whatever its name', async () => {
    for (const id of ['7', 'nobody', 'x'.repeat(10_000)]) {
      const chosen = { 'policy.FULFILMENT': id }
      expect((await step('editPolicy:FULFILMENT', chosen)).newPolicy).toBeNull()
      const change = { 'newPolicy.FULFILMENT.change': `${id}:1`, 'newPolicy.FULFILMENT.name': 'Mine' }
      expect((await step('deletePolicy:FULFILMENT', { ...chosen, ...change })).errors).toEqual([])
      const changed = await step('policy:FULFILMENT', { ...change, 'newPolicy.FULFILMENT.price': '1' })
      expect(changed.newPolicy?.problems).toEqual(['gone'])
    }
  })

  it('is changed for all listings that use it, and a colleague’s change is shown first', async () => {
    const price = (pounds: string) => ({ 'newPolicy.FULFILMENT.price': pounds })
    const named = (name: string) => ({ 'newPolicy.FULFILMENT.name': name })
    await step('policy:FULFILMENT', { ...named('Van'), ...price('9') })
    const { typed, policies } = await step('policy:FULFILMENT', { ...named('Tracked'), ...price('3') })
    const chosen = { 'policy.FULFILMENT': typed['policy.FULFILMENT']! }
    const seen = (await step('editPolicy:FULFILMENT', chosen)).newPolicy!
    expect(seen).toMatchObject({ name: 'Tracked', price: '3.00', problems: [] })
    expect(seen.change?.note).toBe('No listing uses it yet.')
    const change = { 'newPolicy.FULFILMENT.change': `${seen.change?.id}:${seen.change?.version}` }
    const save = (more: Record<string, string>) => step('policy:FULFILMENT', { ...chosen, ...change, ...more })

    expect((await save({ ...named('Van'), ...price('3') })).newPolicy?.problems).toEqual(['nameTaken'])
    const saved = await save({ ...named('Tracked 48'), ...price('3.95') })
    expect([saved.newPolicy, saved.typed]).toEqual([null, chosen])
    expect(saved.policies.length).toBe(policies.length)
    expect(saved.policies).toContainEqual(expect.objectContaining({ name: 'Tracked 48', label: 'Tracked 48 · £3.95' }))

    const stale = (await save({ ...named('Tracked'), ...price('5') })).newPolicy
    expect(stale).toMatchObject({ name: 'Tracked', price: '5', problems: ['stale'], change: { version: 2 } })
    expect(stale?.change?.note).toBe('It now says: Tracked 48 · £3.95. No listing uses it yet.')

    const theirs = await step('policy:FULFILMENT', { ...change, ...named('Mine'), ...price('1') }, other)
    expect(theirs.newPolicy).toMatchObject({ name: 'Mine', change: null, problems: ['gone'] })
    await step('deletePolicy:FULFILMENT', { ...chosen, ...change })
    expect((await save({ ...named('Tracked'), ...price('5') })).newPolicy?.problems).toEqual(['gone'])
  })
})
