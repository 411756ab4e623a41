import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { aspectName, aspectNames, categoryName, findLeaf, leafName } from '#features/core/listing/taxonomy.ts'
import { bundledPolicyPack } from '#marketplace/bundled-files.ts'
import { day, hour } from '#lib/duration.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hub-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(json: unknown): string {
  const file = path.join(folder, 'file.json')
  // Some editors write a byte order mark.
  writeFileSync(file, `\uFEFF${JSON.stringify(json)}`)
  return file
}

describe('the bundled categories and numbers', () => {
  const { taxonomy, policyPack } = readConfig({})
  it('refer to each other', () => {
    expect(taxonomy.leaves.length).toBeGreaterThan(60)
    for (const { path: leaf, fees } of taxonomy.leaves)
      expect(Object.keys(policyPack.fees.schedules), leaf).toContain(fees)
  })
  it('name a leaf once, whichever name a product used', () => {
    const names = taxonomy.leaves.flatMap((leaf) => [leaf.path, ...(leaf.also ?? [])])
    expect(new Set(names).size).toBe(names.length)
    expect(findLeaf(taxonomy, 'Watches gifts')?.path).toBe('Watches & Jewellery > Watches')
    expect(findLeaf(taxonomy, 'Cameras & Photography > Lenses')?.aspects[0]).toEqual({ name: 'Brand', required: true })
    expect([findLeaf(taxonomy, null), findLeaf(taxonomy, 'Kites')]).toEqual([null, null])
    expect(taxonomy.leaves[0]?.path).toMatch(/^Cameras & Photography > /)
  })
  it('have a unique name in each language', () => {
    const details = taxonomy.leaves.flatMap(({ aspects }) => aspects.map(({ name }) => name))
    for (const locale of ['en', 'de']) {
      for (const leaf of taxonomy.leaves) {
        const shown = leaf.aspects.map(({ name }) => aspectName(aspectNames(taxonomy, locale), name))
        expect(new Set(shown).size, `${locale} ${leaf.path}`).toBe(shown.length)
      }
      // An aspect name outside all categories was renamed there but not here.
      expect(details).toEqual(expect.arrayContaining(Object.keys(aspectNames(taxonomy, locale))))
      const names = taxonomy.leaves.map((leaf) => leafName(leaf, locale))
      expect(new Set(names).size, locale).toBe(names.length)
    }
    expect(categoryName(taxonomy, 'Fashion shoes', 'de')).toBe('Kleidung & Schuhe > Schuhe')
    expect(categoryName(taxonomy, 'Fashion shoes', 'en')).toBe('Clothing & Shoes > Shoes')
    expect(categoryName(taxonomy, 'Bürobedarf & Schreibwaren > Tinten', 'en')).toBe('Stationery > Inks')
    expect(categoryName(taxonomy, 'Kites', 'de')).toBe('Kites')
    const lenses = aspectNames(taxonomy, 'de', findLeaf(taxonomy, 'Cameras & Photography > Lenses'))
    expect(['Brand', 'Mount', 'Tail length'].map((name) => aspectName(lenses, name))).toEqual([
      'Marke',
      'Bajonett',
      'Tail length',
    ])
    expect([lenses['Alcohol (%)'], aspectNames(taxonomy, 'fr', null)]).toEqual([undefined, {}])
  })
})

describe('an operator’s files', () => {
  const ours = JSON.parse(readFileSync(bundledPolicyPack, 'utf8')) as {
    deadlines: Record<string, string>
    limits: object
    payout: object
  }
  it('replace the bundled ones', () => {
    const leaf = { path: 'Kites', fees: 'DEFAULT', aspects: [] }
    const file = written({ name: 'Ours', asOf: '2026-01-01', leaves: [leaf] })
    expect(readConfig({ TAXONOMY_FILE: file }).taxonomy.leaves).toEqual([leaf])
    const pack = written({
      ...ours,
      marketplace: 'Kites',
      deadlines: { ...ours.deadlines, unpaidCancelableAfter: 'PT36H' },
      limits: { priceMinor: 1, quantity: 1_000_000 },
    })
    expect(readConfig({ POLICY_PACK: pack }).policyPack).toMatchObject({
      marketplace: 'Kites',
      deadlines: { buyerCancelWindow: hour, sellerCancelWindow: 30 * day, unpaidCancelableAfter: 36 * hour },
      limits: { priceMinor: 1, quantity: 1_000_000 },
    })
  })
  it('follow the bundled rules of payouts where they have none', () => {
    const { payout, ...older } = ours
    expect(payout).toBeDefined()
    expect(readConfig({ POLICY_PACK: written(older) }).policyPack.payout).toEqual(readConfig({}).policyPack.payout)
  })
  it('are rejected with the variable and the place in the file', () => {
    const taxonomy = written({ name: 'Ours', asOf: '2026-01-01', leaves: [{ path: 'Kites', fees: 'DEFAULT' }] })
    expect(() => readConfig({ TAXONOMY_FILE: taxonomy })).toThrow(/TAXONOMY_FILE: leaves\.0\.aspects/)
    const schedules = { DEFAULT: { mode: 'MARGINAL', tiers: [{ bps: 1 }, { bps: 2 }] } }
    const fees = { perOrder: [{ fee: 1 }], schedules, insertion: { freePerMonth: 0, fee: 0 } }
    expect(() => readConfig({ POLICY_PACK: written({ ...ours, fees }) })).toThrow(
      /POLICY_PACK: fees\.schedules\.DEFAULT\.tiers: tiers that rise/,
    )
    for (const limits of [{ priceMinor: 0 }, { priceMinor: 100_000_000_000 }, { quantity: 1_000_001 }])
      expect(() => readConfig({ POLICY_PACK: written({ ...ours, limits: { ...ours.limits, ...limits } }) })).toThrow(
        /POLICY_PACK: limits\.(priceMinor|quantity)/,
      )
    const { sellerCancelWindow: _, ...three } = ours.deadlines
    const incomplete = written({ ...ours, deadlines: { ...three, buyerCancelWindow: '3 days' } })
    expect(() => readConfig({ POLICY_PACK: incomplete })).toThrow(
      /POLICY_PACK: deadlines\.buyerCancelWindow: a length of time such as P3D(.|\n)*deadlines\.sellerCancelWindow/,
    )
    const never = written({ ...ours, deadlines: { ...ours.deadlines, unpaidCancelableAfter: 'P30D' } })
    expect(() => readConfig({ POLICY_PACK: never })).toThrow(/POLICY_PACK: deadlines\.unpaidCancelableAfter: shorter/)
    const late = written({ ...ours, deadlines: { ...ours.deadlines, outOfStockWarning: 'P90D' } })
    expect(() => readConfig({ POLICY_PACK: late })).toThrow(/POLICY_PACK: deadlines\.outOfStockWarning: shorter/)
    for (const [payout, where] of [
      [{ schedules: ['DAILY'] }, /POLICY_PACK: payout\.usual: one of schedules/],
      [{ bankDays: { least: 3, most: 1 } }, /POLICY_PACK: payout\.bankDays: from least to most/],
      [{ weekday: 8 }, /POLICY_PACK: payout\.weekday/],
      [{ availableAfter: '2 days' }, /POLICY_PACK: payout\.availableAfter: a length of time/],
    ] as const)
      expect(() => readConfig({ POLICY_PACK: written({ ...ours, payout: { ...ours.payout, ...payout } }) })).toThrow(
        where,
      )
    expect(() => readConfig({ POLICY_PACK: path.join(folder, 'none.json') })).toThrow(
      /POLICY_PACK: .*none\.json does not exist/,
    )
  })
})
