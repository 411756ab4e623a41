import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findLeaf } from '#features/listing/taxonomy.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hub-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(json: unknown): string {
  const file = path.join(folder, 'file.json')
  writeFileSync(file, JSON.stringify(json))
  return file
}

describe('the bundled categories and fees', () => {
  const { taxonomy, feePack } = readConfig({})
  it('know each other', () => {
    expect(taxonomy.leaves.length).toBeGreaterThan(60)
    for (const { path: leaf, fees } of taxonomy.leaves)
      expect(Object.keys(feePack.fees.schedules), leaf).toContain(fees)
  })
  it('name a leaf once, whichever name a product came with', () => {
    const names = taxonomy.leaves.flatMap((leaf) => [leaf.path, ...(leaf.also ?? [])])
    expect(new Set(names).size).toBe(names.length)
    expect(findLeaf(taxonomy, 'Watches gifts')?.path).toBe('Watches & Jewellery > Watches')
    expect(findLeaf(taxonomy, 'Cameras & Photography > Lenses')?.aspects[0]).toEqual({ name: 'Brand', required: true })
    expect([findLeaf(taxonomy, null), findLeaf(taxonomy, 'Kites')]).toEqual([null, null])
    expect(taxonomy.leaves[0]?.path).toMatch(/^Cameras & Photography > /)
  })
})

describe('an operator’s own files', () => {
  it('take the place of the bundled ones', () => {
    const leaf = { path: 'Kites', fees: 'DEFAULT', aspects: [] }
    const file = written({ name: 'Ours', asOf: '2026-01-01', leaves: [leaf] })
    expect(readConfig({ TAXONOMY_FILE: file }).taxonomy.leaves).toEqual([leaf])
  })
  it('are refused with the variable and the place in the file', () => {
    const taxonomy = written({ name: 'Ours', asOf: '2026-01-01', leaves: [{ path: 'Kites', fees: 'DEFAULT' }] })
    expect(() => readConfig({ TAXONOMY_FILE: taxonomy })).toThrow(/TAXONOMY_FILE: leaves\.0\.aspects/)
    const schedules = { DEFAULT: { mode: 'MARGINAL', tiers: [{ bps: 1 }, { bps: 2 }] } }
    const fees = { perOrder: [{ fee: 1 }], schedules, insertion: { freePerMonth: 0, fee: 0 } }
    const pack = written({ id: 'ours', asOf: '2026-01-01', currency: 'EUR', fees })
    expect(() => readConfig({ FEE_PACK_FILE: pack })).toThrow(
      /FEE_PACK_FILE: fees\.schedules\.DEFAULT\.tiers: tiers that rise/,
    )
    expect(() => readConfig({ FEE_PACK_FILE: path.join(folder, 'none.json') })).toThrow(/FEE_PACK_FILE: .*ENOENT/)
  })
})
