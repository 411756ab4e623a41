import { describe, expect, it } from 'vitest'
import { codeOf, oneOf, secretOf, textOf } from './form-fields.ts'

function formWith(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('a field of a form', () => {
  it('is its trimmed text, or the text as typed', () => {
    const form = formWith({ name: '  Ada  ', number: '\u200eJD\u00a014\u200f' })
    expect(textOf(form, 'name')).toBe('Ada')
    expect(secretOf(form, 'name')).toBe('  Ada  ')
    expect([textOf(form, 'number'), codeOf(form, 'number')]).toEqual(['JD\u00a014', 'JD 14'])
  })

  it('has line ends of one character, however many lines a browser sends', () =>
    expect(textOf(formWith({ note: 'one\r\n\r\ntwo\r\n' }), 'note')).toBe('one\n\ntwo'))

  it('is empty if it is missing or a file', () => {
    const form = formWith({ name: new File(['x'], 'x.txt') })
    expect(textOf(form, 'name')).toBe('')
    expect(secretOf(form, 'other')).toBe('')
  })
})

describe('a choice', () => {
  const columns = ['price', 'available'] as const

  it('is one of the offered values', () => {
    expect(oneOf(formWith({ column: 'price' }), 'column', columns)).toBe('price')
  })

  it.each(['', 'Price', 'title', 'constructor'])('is none for "%s"', (column) => {
    expect(oneOf(formWith({ column }), 'column', columns)).toBeNull()
    expect(oneOf(formWith({}), 'column', columns)).toBeNull()
  })
})
