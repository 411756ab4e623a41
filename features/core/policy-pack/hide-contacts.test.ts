import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { hideContacts } from './hide-contacts.ts'

const hide = (text: string) => hideContacts(text, '[…]')

describe('contact details in a message', () => {
  it.each([
    ['Write to jo.doe+x@mail.example.co.uk.', 'Write to […].'],
    ['See https://example.com/a?b=c, please', 'See […], please'],
    ['www.example.com!', '[…]!'],
    ['Call 0171 2345678 or +44 20 7946 0991', 'Call […] or […]'],
    ['(030) 1234-567', '[…]'],
    ['tel:01712345678', 'tel:[…]'],
  ])('%s', (text, hidden) => {
    expect(hide(text)).toBe(hidden)
  })

  it.each([
    '£1,250.00 for 2 of 3?',
    'Made in 1957, no. 118304211004',
    'Size 0.5 to 10 mm',
    'f/2.8 at 1/1000 s',
    'a @ b',
  ])('are not: %s', (text) => {
    expect(hide(text)).toBe(text)
  })

  it('are gone once hidden, wherever they stand', () => {
    const contact = fc.constantFrom('a@b.de', 'http://x.example/y', '0301234567', '+49 171 2345678')
    expectForAll(fc.array(fc.oneof(contact, fc.constantFrom('Hello', '?', '12', 'at')), { maxLength: 8 }), (words) => {
      const hidden = hide(words.join(' '))
      expect(hidden).not.toMatch(/@b|x\.example|30123|171/)
      expect(hide(hidden)).toBe(hidden)
    })
  })
})
