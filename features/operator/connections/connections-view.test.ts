import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { reasonWords } from './connections-view.ts'

const german = textsFor('de', 'UTC')
const english = textsFor('en', 'UTC')

it('a reason is in the reader’s language by its code and values, and that of the shop as it was said', () => {
  const sum = { code: 'does-not-add-up', params: { hub: '45.00 GBP', shop: '44.99 GBP' } }
  const reason = 'It adds up to 45.00 GBP, and the shop says 44.99 GBP.'
  expect(reasonWords({ why: sum, reason }, german)).toBe('Die Summe ist 45.00 GBP, und der Shop nennt 44.99 GBP.')
  expect(reasonWords({ why: sum, reason }, english)).toBe(reason)
  expect(reasonWords({ why: { code: 'parcel-taken-back', params: {} }, reason }, german)).toContain('zurückgenommen')
  const away = { code: 'shop-fails', params: { detail: 'Vendure: no' } }
  expect(reasonWords({ why: away, reason: 'Vendure: no' }, german)).toBe(
    'Der Shop antwortet nicht wie erwartet: Vendure: no',
  )
  const said = 'Shipment has already been created'
  expect(reasonWords({ why: null, reason: said }, german)).toBe(said)
  expect(reasonWords({ why: { code: 'of-a-later-kit', params: {} }, reason: said }, german)).toBe(said)
})

it('what keeps a listing a draft is in the reader’s language by its rule', () => {
  const draft = (params: Record<string, string | number>) => ({
    why: { code: 'draft', params: { detail: 'There is no picture.', ...params } },
    reason: 'It is a draft: There is no picture.',
  })
  expect(reasonWords(draft({ rule: 'pictureMissing' }), german)).toBe('Es ist ein Entwurf: Es fehlt ein Bild.')
  expect(reasonWords(draft({ rule: 'policyMissing', kind: 'PAYMENT' }), german)).toContain('Zahlungsbedingungen')
  expect(reasonWords(draft({ rule: 'titleLong', max: 80, n: 99 }), german)).toContain('80 Zeichen')
  // Of a hub or a kit that tells no rule.
  expect(reasonWords(draft({}), german)).toBe('Es ist ein Entwurf: There is no picture.')
  expect(reasonWords(draft({ rule: 'of a later hub' }), english)).toBe('It is a draft: There is no picture.')
})
