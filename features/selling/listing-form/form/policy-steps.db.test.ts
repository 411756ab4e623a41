import { expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testHubAt } from '#features/people/accounts/testing.ts'
import type { FormView } from './form-view.ts'
import * as page from '../listing-form-page.tsx'
import { hiddenValues } from './sent-form.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')

async function memberOfShop(username: string): Promise<TestBrowser> {
  const member = await addTestMember(hub)
  const id = await addSeller(db, username)
  await db.owner.insertInto('memberships').values({ seller_id: id, member_id: member.id, role: 'owner' }).execute()
  return signedInBrowser(hub, member.email)
}

const browser = await memberOfShop('camera-shop')

/** Presses a button of a new form; no view if it redirects. */
async function step(intent: string, typed: Record<string, string>): Promise<FormView> {
  const key = crypto.randomUUID()
  const hidden = hiddenValues({ mode: 'AddItem', key, revision: 0, on: null, from: null })
  const { data } = await browser.post(page, '/sl/list?mode=AddItem', { ...hidden, intent, ...typed })
  return data?.view as FormView
}

it('a policy is created in the form and selected at once', async () => {
  const fields = { title: 'x', 'newPolicy.FULFILMENT.name': 'Courier', 'newPolicy.FULFILMENT.price': '4,50' }
  const { policies, typed } = await step('policy:FULFILMENT', fields)
  expect(policies.find(({ id }) => id === typed['policy.FULFILMENT'])).toMatchObject({
    name: 'Courier',
    label: 'Courier · £4.50',
    priceMinor: 450,
    preview: 'To London: £4.50. To Munich: £4.50.',
  })
  expect((await step('policy:FULFILMENT', fields)).newPolicy?.problems).toEqual(['nameTaken'])
  const wrong = await step('policy:RETURN', { title: 'x', 'newPolicy.RETURN.days': '400' })
  expect(wrong.newPolicy?.problems).toEqual(['nameMissing', 'days'])
})
