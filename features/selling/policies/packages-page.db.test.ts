import { expect, it } from 'vitest'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { mostPackages } from './package.ts'
import { deletePackage, readPackages, restorePackage } from './packages-db.server.ts'
import * as page from './packages-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const { sellerId } = shop

const empty = { name: '', length: '', width: '', height: '', weight: '' }
const save = (typed: Record<string, string>) =>
  shop.browser.post(page, paths.packages(), { step: 'save', id: '', ...empty, ...typed })
const stored = () => db.asSeller(sellerId, 'read', (own) => readPackages(own, sellerId))
const named = async (name: string) => (await stored()).find((pack) => pack.name === name)!

it('packages are added, changed and deleted, and one of them is the default', async () => {
  const wrong = await save({ name: '', length: '0', weight: 'heavy' })
  expect([wrong.status, Object.keys(wrong.data.errors)]).toEqual([422, ['name', 'length', 'weight']])
  expect((await save({ name: 'Small  box', length: '20', width: '15', height: '7.5', weight: '4 oz' })).status).toBe(
    303,
  )
  const small = await named('Small box')
  expect(small).toMatchObject({ lengthMm: 200, widthMm: 150, heightMm: 75, emptyGrams: 113, isDefault: true })
  await save({ name: 'Big box', weight: '1.2 kg', isDefault: 'on' })
  expect((await stored()).map(({ name, emptyGrams, isDefault }) => [name, emptyGrams, isDefault])).toEqual([
    ['Big box', 1_200, true],
    ['Small box', 113, false],
  ])
  const { packages } = (await shop.browser.get(page, paths.packages())).data
  expect(packages.map(({ words }: { words: string }) => words)).toEqual(['1.2 kg', '20 × 15 × 7.5 cm · 113 g'])
  expect((await save({ ...empty, id: small.id, name: 'Big box' })).data.errors).toEqual({
    name: 'Another package has this name.',
  })
  await save({ ...empty, id: small.id, name: 'Letter' })
  expect(await named('Letter')).toMatchObject({ id: small.id, lengthMm: null, emptyGrams: 0, isDefault: false })
})

it('a listing keeps the package it chose; if it is deleted, the default counts until it is back', async () => {
  const [big, letter] = [await named('Big box'), await named('Letter')]
  const item = await shop.publish({ package: letter.id, weight: '1.5 lb' })
  const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
  expect([view.typed['package'], view.typed['weight']]).toEqual([letter.id, '680'])
  expect(view.packages).toEqual([
    { value: big.id, label: 'Big box (default)' },
    { value: letter.id, label: 'Letter' },
  ])
  const heavy = await shop.send(view, 'publish', { ...(await shop.complete()), weight: '2 stone' })
  expect(heavy.data.view.errors).toMatchObject([{ field: 'weight' }])

  const key = { sellerId, memberId: 'ada', now }
  await db.asSeller(sellerId, 'write', async (own) => {
    await own.insertInto('packages').values({ seller_id: sellerId, name: 'Spare' }).execute()
    return deletePackage(own, { ...key, id: big.id })
  })
  await save({ ...empty, id: letter.id, name: 'Letter', isDefault: 'on' })
  await db.asSeller(sellerId, 'write', (own) => restorePackage(own, { sellerId, inverse: { pack: big } }))
  // Another has become the default meanwhile.
  expect((await stored()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Big box', false],
    ['Letter', true],
    ['Spare', false],
  ])
})

it('a shop has so many at most, and none of another shop', async () => {
  for (let n = 4; n <= mostPackages; n += 1) await save({ ...empty, name: `Box ${n}` })
  expect((await save({ ...empty, name: 'One more' })).data.errors.name).toBe('A shop has at most 50 packages.')
  const other = await addFormShop(hub, db, 'other-shop')
  expect((await other.browser.get(page, paths.packages())).data.packages).toEqual([])
  const { id } = await named('Letter')
  const taken = await other.browser.post(page, paths.packages(), { step: 'save', ...empty, id, name: 'Mine' })
  expect([taken.status, taken.data.values.id]).toEqual([422, ''])
})
