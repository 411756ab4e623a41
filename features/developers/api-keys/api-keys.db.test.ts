import { describe, expect, it } from 'vitest'
import { addTestShop, signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { findApiKey, recordKeyUse } from './api-keys-db.server.ts'
import { scopeName } from './api-keys-view.ts'
import * as apiKeysPage from './api-keys-page.tsx'
import * as marketplaceKeysPage from './marketplace-keys-page.tsx'

const { db, hub } = await testHubAt('2026-11-22T09:00:00Z')

async function ownerOf() {
  return await addTestShop(hub)
}

const live = (secret: string) => findApiKey(db.owner, secret, hub.now())

describe('a seller’s owner', () => {
  it('creates a key for their own shop, sees it once, sees its last use, and revokes it', async () => {
    const { sellerId, browser } = await ownerOf()
    const page = async () => (await browser.get(apiKeysPage, paths.apiKeys)).data
    const { keys, newId } = await page()
    expect(keys).toEqual([])
    const form = { step: 'make', key: newId, name: ' Stock  counter ', scope: 'stock:write', days: '90' }
    const made = await browser.post(apiKeysPage, paths.apiKeys, form)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { secret } = made.data.made
    const key = (await live(secret))!
    expect(key).toMatchObject({ name: 'Stock counter', scopes: ['stock:write'], sellerId })
    expect(key.expiresAt).toEqual(new Date('2027-02-20T09:00:00Z'))
    // A repeated request finds the same key and does not show the secret again.
    const again = await browser.post(apiKeysPage, paths.apiKeys, form)
    expect([again.status, again.headers.get('location')]).toEqual([303, `${paths.apiKeys}?done=already`])
    await recordKeyUse(db.owner, key, hub.now())
    const listed = await page()
    expect(listed.keys).toMatchObject([
      { name: 'Stock counter', isLive: true, facts: expect.stringContaining('Last used 22 Nov') },
    ])
    expect(JSON.stringify(listed)).not.toContain(secret)
    const other = await ownerOf()
    const revoke = (by: typeof browser) => by.post(apiKeysPage, paths.apiKeys, { step: 'revoke', key: key.id })
    expect((await revoke(other.browser)).status).toBe(404)
    expect((await revoke(browser)).status).toBe(303)
    expect(await live(secret)).toBeNull()
    expect((await page()).keys).toMatchObject([{ isLive: false }])
  })

  it('gets errors for missing fields, and cannot grant the marketplace’s scopes', async () => {
    const { browser } = await ownerOf()
    const { newId: key } = (await browser.get(apiKeysPage, paths.apiKeys)).data
    const make = (fields: Record<string, string>) =>
      browser.post(apiKeysPage, paths.apiKeys, { step: 'make', key, days: '365', name: '', ...fields })
    expect((await make({})).data.errors).toEqual({ name: expect.any(String), scopes: expect.any(String) })
    const wide = await make({ name: 'x', scope: 'orders:write' })
    expect([wide.status, Object.keys(wide.data.errors)]).toEqual([422, ['scopes']])
    expect((await make({ name: 'x', scope: 'orders:read', seller: 'harbour-camera' })).status).toBe(200)
  })
})

it.each([
  ['en', ['orders', 'addresses', 'messages']],
  ['de', ['Bestellungen', 'Adressen', 'Nachrichten']],
] as const)('the scopes for events and webhooks mention orders, in %s', (locale, words) => {
  for (const scope of ['events:read', 'webhooks:write'] as const)
    for (const word of words) expect(scopeName(scope, textsFor(locale, 'UTC'))).toContain(word)
})

it('an operator creates keys for the marketplace and for one seller, and revokes any', async () => {
  const { email } = await addTestMember(hub, { operator: true })
  const browser = await signedInBrowser(hub, email)
  const sellerId = await addTestSeller(db)
  const named = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
  const { username: seller } = await named.executeTakeFirstOrThrow()
  const make = async (fields: Record<string, string>) => {
    const { newId: key } = (await browser.get(marketplaceKeysPage, paths.marketplaceKeys)).data
    const given = { step: 'make', key, days: '365', name: 'Shop', scope: 'orders:read', ...fields }
    return (await browser.post(marketplaceKeysPage, paths.marketplaceKeys, given)).data
  }
  const all = await make({ scope: 'orders:write' })
  expect(await live(all.made.secret)).toMatchObject({ sellerId: null, scopes: ['orders:write'] })
  expect(await live((await make({ seller })).made.secret)).toMatchObject({ sellerId })
  expect((await make({ seller: 'nobody' })).errors).toHaveProperty('seller')
  expect((await make({ seller, scope: 'orders:write' })).errors).toHaveProperty('scopes')
  expect((await make({ for: 'one' })).errors).toHaveProperty('seller')
  expect((await make({ scope: 'orders:ship' })).errors).toHaveProperty('scopes')
  expect((await make({ seller, for: 'one', scope: 'orders:ship' })).made).not.toBeNull()
  const key = (await live(all.made.secret))!.id
  await browser.post(marketplaceKeysPage, paths.marketplaceKeys, { step: 'revoke', key })
  expect(await live(all.made.secret)).toBeNull()
  const { browser: owner } = await ownerOf()
  expect((await owner.get(marketplaceKeysPage, paths.marketplaceKeys)).status).toBe(403)
})
