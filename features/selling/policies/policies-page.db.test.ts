import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import type { PolicyGroup } from './policies-page.server.ts'
import * as page from './policies-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
await addFormProducts(db)

const url = '/settings/policies'
const policies = async (by = shop.browser) =>
  ((await by.get(page, url)).data.groups as PolicyGroup[]).flatMap((group) => group.policies)
const named = async (name: string) => (await policies()).find((policy) => policy.name === name)!
const post = (fields: Record<string, string>, by = shop.browser) => by.post(page, url, { intent: 'save', ...fields })

it('saves policies with their rules, and reports errors beside the input', async () => {
  expect((await post({ kind: 'FULFILMENT', name: 'Tracked 48', price: '3.95' })).location).toBe(`${url}?done=saved`)
  expect((await post({ kind: 'RETURN', name: 'A month', days: '30', terms: 'Unopened.' })).status).toBe(303)
  expect((await policies()).map(({ words, terms, uses }) => [words, terms, uses])).toEqual([
    ['Tracked 48 · £3.95', '', 0],
    ['A month · 30 days', 'Unopened.', 0],
  ])
  const wrong = await post({ kind: 'RETURN', name: '', days: '366' })
  expect([wrong.status, wrong.data]).toEqual([
    422,
    expect.objectContaining({ id: null, kind: 'RETURN', problems: ['nameMissing', 'days'] }),
  ])
  expect(wrong.data.typed.days).toBe('366')
  expect((await post({ kind: 'FULFILMENT', name: 'Tracked 48', price: '1' })).data.problems).toEqual(['nameTaken'])
  expect((await post({ kind: 'KITE', name: 'Tracked 48' })).status).toBe(400)
})

it('changes a policy once: a member with an older version sees the current one', async () => {
  const { id, version } = await named('A month')
  const change = `${id}:${version}`
  expect((await post({ kind: 'RETURN', change, name: 'A fortnight', days: '14' })).status).toBe(303)
  const stale = await post({ kind: 'RETURN', change, name: 'A week', days: '7' })
  expect([stale.status, stale.data.problems, stale.data.version]).toEqual([409, ['stale'], version + 1])
  expect((await named('A fortnight')).words).toBe('A fortnight · 14 days')
  const again = `${id}:${stale.data.version}`
  expect((await post({ kind: 'RETURN', change: again, name: 'A week', days: '7' })).status).toBe(303)
  expect((await named('A week')).words).toBe('A week · 7 days')
})

it('deletes only unused policies', async () => {
  const item = await shop.complete()
  await shop.publish()
  const usual = (await policies()).find(({ id }) => id === item['policy.FULFILMENT'])!
  expect(usual.uses).toBe(1)
  const used = { intent: 'delete', kind: 'FULFILMENT', change: `${usual.id}:${usual.version}` }
  const kept = await post(used)
  expect([kept.status, kept.data.usedBy]).toEqual([409, 1])
  const { id, version } = await named('Tracked 48')
  const { location } = await post({ intent: 'delete', kind: 'FULFILMENT', change: `${id}:${version}` })
  expect(await named('Tracked 48')).toBeUndefined()
  expect(location).toMatch(/undo=\w{20}$/)
})

it('finds no policy of another seller', async () => {
  const { id, version } = await named('A week')
  expect(await policies(other.browser)).toEqual([])
  const change = `${id}:${version}`
  expect((await post({ kind: 'RETURN', change, name: 'Mine', days: '1' }, other.browser)).data.problems).toEqual([
    'gone',
  ])
  await post({ intent: 'delete', kind: 'RETURN', change }, other.browser)
  expect((await named('A week')).words).toBe('A week · 7 days')
})
