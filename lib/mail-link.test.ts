import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailLink } from './mail-link.ts'
import { anyCharacter } from './testing.ts'

it('encodes after RFC 6068', () =>
  expect(mailLink({ to: 'hub@x.example', subject: 'A & B?', body: 'one\ntwo', footer: ['Site: UK'] })).toBe(
    'mailto:hub@x.example?subject=A%20%26%20B%3F&body=one%0D%0Atwo%0D%0A%0D%0ASite%3A%20UK',
  ))
it('omits empty fields', () => {
  expect(mailLink({ to: 'a@x.example' })).toBe('mailto:a@x.example')
  expect(mailLink({ to: 'a@x.example', subject: ' ', body: 'x' })).toBe('mailto:a@x.example?body=x')
  expect(mailLink({ to: 'a@x.example', subject: 's', footer: [''] })).toBe('mailto:a@x.example?subject=s')
})
it('the subject is one line, whatever the input', () =>
  expect(mailLink({ to: 'a@x.example', subject: 'x\r\nBcc: all@x.example' })).toBe(
    'mailto:a@x.example?subject=x%20Bcc%3A%20all%40x.example',
  ))
it('the subject is kept whole, and shortened like a body only if it is too long by itself', () => {
  const subject = 'What I think of the Seller Hub, and what I would rather have instead of it'
  const link = mailLink({ to: 'a@x.example', subject, body: 'y'.repeat(5000) })
  expect(new URL(link).searchParams.get('subject')).toBe(subject)
  expect(link).toMatch(/yyy%E2%80%A6$/)
  expect(mailLink({ to: 'a@x.example', subject: 'x'.repeat(5000), body: 'y' })).toMatch(/subject=x{1700,}%E2%80%A6$/)
})
it('the body is cut and the footer kept', () => {
  const link = mailLink({ to: 'a@x.example', subject: 's', body: 'y'.repeat(5000), footer: ['Member: me'] })
  expect(link).toHaveLength(1799)
  expect(link).toMatch(/yyy%E2%80%A6%0D%0A%0D%0AMember%3A%20me$/)
})
it('is whole up to 1,799 characters, and cut from 1,800 on', () => {
  const start = 'mailto:a@x.example?body='
  const linkOf = (body: string) => mailLink({ to: 'a@x.example', body })
  const longest = 'y'.repeat(1800 - 1 - start.length)
  expect(linkOf(longest)).toBe(start + longest)
  expect(linkOf(`${longest}y`)).toBe(`${start}${longest.slice('%E2%80%A6'.length)}%E2%80%A6`)
  // The limit counts encoded characters.
  const encoded = linkOf('é'.repeat(400))
  expect(encoded.length).toBeLessThanOrEqual(1799)
  expect(encoded).toMatch(/%C3%A9%E2%80%A6$/)
  expect(encoded.length).toBeGreaterThan(1799 - 6)
})
it('always under the limit, decodable, without raw line ends', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3000 }),
    fc.string({ unit: 'grapheme', maxLength: 1500 }),
  )
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (subject, body, footer) => {
      const link = mailLink({ to: 'hub@x.example', subject, body, footer })
      expect(link.length).toBeLessThan(1800)
      expect(link).toMatch(/^[\x21-\x7e]+$/)
      const query = new URL(link).searchParams
      expect(query.get('subject') ?? '').not.toMatch(/[\r\n]/)
      expect((query.get('body') ?? '').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }),
    { numRuns: 40 },
  )
})
