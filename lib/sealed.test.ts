import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sealText, unsealText } from './sealed.ts'

const with_ = { secret: 'a secret of the hub', purpose: 'labels' }

it('opens what was sealed, and seals the same text differently each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unsealText(sealText(text, with_), with_)).toBe(text)
    }),
  )
  expect(sealText('key', with_)).not.toBe(sealText('key', with_))
})

it.each([
  ['another secret', (sealed: string) => unsealText(sealed, { ...with_, secret: 'other' })],
  ['another purpose', (sealed: string) => unsealText(sealed, { ...with_, purpose: 'other' })],
  ['a changed text', (sealed: string) => unsealText(`A${sealed.slice(1)}`.replace(/^AA/, 'BA'), with_)],
  ['no sealed text', () => unsealText('x', with_)],
])('refuses %s', (_, open) => expect(open(sealText('key', with_))).toBeNull())
