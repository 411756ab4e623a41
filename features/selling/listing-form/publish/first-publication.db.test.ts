import { expect, it } from 'vitest'
import * as policiesPage from '#features/selling/policies/policies-page.tsx'
import { readStart } from '#features/home/overview/overview-waits.server.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import type { FormView } from '../form/form-view.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')

it('the first publication misses fields of the form, and else only what a first step asks for', async () => {
  await addFormProducts(db)
  const shop = await addFormShop(hub, db, 'first-shop')
  const missing = async (typed: Record<string, string>) => {
    const { data } = await shop.send(await shop.open('mode=AddItem'), 'publish', typed)
    return (data.view as FormView).errors.map(({ field }) => field)
  }
  const steps = () => db.asSeller(shop.sellerId, 'read', (own) => readStart(own, shop.sellerId))
  // What a seller types, before any step is done; the form presets the handling time.
  const { typed: preset } = await shop.open('mode=AddItem')
  const all = { ...(await shop.complete()), handling: preset['handling'] ?? '' }
  await db.owner.deleteFrom('seller_policies').where('seller_id', '=', shop.sellerId).execute()
  const typed = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('policy.')))
  expect(await missing(typed)).toEqual(['policy.FULFILMENT', 'policy.PAYMENT', 'policy.RETURN'])
  expect(await steps()).toMatchObject({ policies: false, listing: false })

  // That step is one press; the others are left open.
  await shop.browser.post(policiesPage, paths.policies, { intent: 'usual' })
  expect(await steps()).toMatchObject({ policies: true, bank: false, calendar: false, listing: false })
  const form = await shop.open('mode=AddItem')
  const { location } = await shop.send(form, 'publish', { ...form.typed, ...typed })
  expect(location).toContain('item=')
  expect(await steps()).toMatchObject({ listing: true })
})
