import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { conditionWords, readCondition } from './condition-words.ts'

it('reads our terms and eBay’s, in upper or lower case', () => {
  expect(readCondition(' new ')).toBe('NEW')
  expect(readCondition('FOR_PARTS')).toBe('FOR_PARTS')
  expect(readCondition('USED_GOOD')).toBe('GOOD')
  expect(readCondition('seller_refurbished')).toBe('LIKE_NEW')
  expect(readCondition('PRE_OWNED_FAIR')).toBe('ACCEPTABLE')
  expect(readCondition('for_parts_or_not_working')).toBe('FOR_PARTS')
  expect(conditionWords.map(readCondition)).not.toContain(null)
})

it('rejects other terms', () => {
  for (const word of ['mint', 'USED', 'constructor', '', null, undefined]) expect(readCondition(word)).toBeNull()
})

it('are all listed in docs/configuration.md', () => {
  const file = path.join(import.meta.dirname, '../../../docs/configuration.md')
  const documented = readFileSync(file, 'utf8')
  for (const word of conditionWords) expect(documented).toContain(`\`${word}\``)
})
