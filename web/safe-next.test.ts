import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeNext } from './safe-next.ts'

const base = 'https://hub.example.com'

describe('safeNext', () => {
  it('keeps paths of the hub', () => {
    expect(safeNext('/sh/ord?status=paid&limit=50')).toBe('/sh/ord?status=paid&limit=50')
    expect(safeNext('/sh/ord/details?orderid=12-34567-89012')).toBe('/sh/ord/details?orderid=12-34567-89012')
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    ' /sh/ord',
    '',
    null,
  ])('refuses %j', (next) => {
    expect(safeNext(next)).toBeNull()
  })

  it('never leads to another site, whatever is given', () => {
    const pieces = fc.array(
      fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', '\n', '@', ':', '?', '#', 'evil.example', 'x'),
    )
    const anything = fc.oneof(
      fc.string(),
      pieces.map((parts) => `/${parts.join('')}`),
    )
    const staysHere = fc.property(anything, (next) => {
      const safe = safeNext(next)
      return safe === null || new URL(safe, base).origin === base
    })
    expect(fc.check(staysHere, { numRuns: 2000 })).toMatchObject({ failed: false })
  })
})
