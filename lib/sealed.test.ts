import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sealText, unsealText } from './sealed.ts'

/** Changes the first character to another one. */
const withOtherStart = (sealed: string) => (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)

const sealing = { secret: 'a secret of the hub', purpose: 'labels' }

it('opens what was sealed, and seals the same text differently each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unsealText(sealText(text, sealing), sealing)).toBe(text)
    }),
  )
  expect(sealText('key', sealing)).not.toBe(sealText('key', sealing))
})

it.each([
  ['another secret', (sealed: string) => unsealText(sealed, { ...sealing, secret: 'other' })],
  ['another purpose', (sealed: string) => unsealText(sealed, { ...sealing, purpose: 'other' })],
  ['a changed text', (sealed: string) => unsealText(withOtherStart(sealed), sealing)],
  ['no sealed text', () => unsealText('x', sealing)],
])('refuses %s', (_, open) => expect(open(sealText('key', sealing))).toBeNull())
