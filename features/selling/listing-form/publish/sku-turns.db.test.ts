import { testHubAt } from '#features/people/accounts/testing.ts'
import { describe, expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import type { SellerDb } from '#db/client.ts'
import { addPolicy, deletePolicy } from '#features/selling/policies/policies-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { discardForUndo, restoreDrafts } from '../keep/discarded-drafts-db.server.ts'
import { findDraft, saveDraft, type Draft } from '../keep/drafts-db.server.ts'
import { settingOf } from '../form/form-setting.server.ts'
import { readContent } from '../form/read-content.ts'
import { publishDrafts } from './publish-drafts.server.ts'
import { publishListing } from './publish-listing.server.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

/** Saves a complete form; returns a function that publishes it. */
async function draftWith(change: Record<string, string>) {
  const view = await shop.open('mode=AddItem')
  expect((await shop.keep(view, await shop.complete(change))).status).toBe(200)
  return async (own: SellerDb) => {
    const draft = (await findDraft(own, shop.sellerId, { formKey: view.hidden.key }))!
    const setting = {
      currency: 'GBP',
      grouping: ',' as const,
      zone: 'Europe/London',
      limits: hub.config.policyPack.limits,
    }
    return publishListing(own, { sellerId: shop.sellerId, draft, setting, taxonomy: hub.config.taxonomy, now })
  }
}

it.each([
  ['a listing', { sku: 'ONE-1' }, 'sku'],
  [
    'a variation',
    {
      'axis1.name': 'Size',
      'axis1.values': 'S',
      'row.0.values': 'S',
      'row.0.sku': 'VAR-1',
      'row.0.price': '5',
      'row.0.quantity': '2',
    },
    'row.0.sku',
  ],
])('of two at the same time with the SKU of %s, the second gets an error', async (_, change, field) => {
  const [one, two] = [await draftWith(change), await draftWith(change)]
  const asShop = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(shop.sellerId, 'write', work)
  let isDone = false
  const [first, second] = await asShop(async (own) => {
    const outcome = await one(own)
    const other = asShop(two).finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await waitingForLock(db.pool)).length > 0).toBe(true)
    return [outcome, { other }] as const
  })
  expect(first.ok).toBe(true)
  expect(await second.other).toMatchObject({
    ok: false,
    reason: 'problems',
    problems: [{ field, problem: 'skuTaken' }],
  })
})

it('a policy deleted by a colleague at the same moment is reported as missing', async () => {
  const key = { sellerId: shop.sellerId, kind: 'RETURN' as const }
  const asShop = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(shop.sellerId, 'write', work)
  const policy = { kind: key.kind, name: 'Thirty days', shipping: null, days: 30, terms: '' }
  const id = assertDefined(await asShop((own) => addPolicy(own, shop.sellerId, policy)), 'it is new')
  const publish = await draftWith({ 'policy.RETURN': id })
  const { publishing } = await asShop(async (own) => {
    expect(await deletePolicy(own, { ...key, id })).toMatchObject({ usedBy: 0 })
    const theirs = asShop(publish)
    await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
    return { publishing: theirs }
  })
  expect(await publishing).toMatchObject({
    ok: false,
    reason: 'problems',
    problems: [{ field: 'policy.RETURN', problem: 'policyGone' }],
  })
})

describe('a colleague’s change to a draft that is saved at the same moment', () => {
  const asShop = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(shop.sellerId, 'write', work)
  const texts = { typed: (decimal: string) => decimal, grouping: ',' as const }
  const args = { hub, seller: { id: shop.sellerId, currency: 'GBP', timeZone: 'Europe/London' }, texts }

  /** Works with a draft while a colleague's uncommitted save changes its title. */
  async function whileKept<T>(title: string, work: (own: SellerDb, draft: Draft) => Promise<T>): Promise<T> {
    const view = await shop.open('mode=AddItem')
    await shop.keep(view, await shop.complete({ title: 'Before' }))
    const { working } = await asShop(async (own) => {
      const draft = (await findDraft(own, shop.sellerId, { formKey: view.hidden.key }))!
      const typed = { ...draft.typed, title }
      const { content } = readContent(typed, settingOf(args))
      const { formKey, mode, revision } = draft
      const form = { sellerId: shop.sellerId, formKey, mode, typed, content, revision, on: null, sourceId: null, now }
      expect(await saveDraft(own, form)).toMatchObject({ ok: true })
      const theirs = asShop((mine) => work(mine, draft))
      await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
      return { working: theirs }
    })
    return working
  }

  it('is included when it is published with others', async () => {
    const published = await whileKept('Published', (own, { itemNumber }) =>
      publishDrafts(own, args, { itemNumbers: [itemNumber], startsAt: null }),
    )
    expect(published).toMatchObject([{ ok: true, state: 'ACTIVE', title: 'Published' }])
  })

  it('is restored when the discard is undone', async () => {
    const inverse = await whileKept('Discarded', (own, draft) => discardForUndo(own, shop.sellerId, draft))
    await asShop((own) => restoreDrafts(own, { sellerId: shop.sellerId, inverse }))
    const { itemNumber } = inverse.drafts[0]!
    expect(await asShop((own) => findDraft(own, shop.sellerId, { itemNumber }))).toMatchObject({
      typed: { title: 'Discarded' },
    })
  })
})
