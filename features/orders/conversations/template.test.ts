import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { messageLimits, messageProblem, plainMessage } from './message.ts'
import { fillTemplate, openPlaces, templateProblems, templateVariables, type TemplateValues } from './template.ts'

const values: TemplateValues = {
  buyer: 'l.okonkwo',
  name: 'Lola',
  order: '12-64120-58213',
  item: 'Film',
  carrier: null,
  tracking: null,
  shop: 'Harbour',
}

describe('a template', () => {
  it('is filled from the order, and keeps placeholders without a value', () => {
    const filled = fillTemplate(
      'Hello {{ name }}, {{order}} goes by {{carrier}} as {{tracking}}; {{tracking}}!',
      values,
    )
    expect(filled).toEqual({
      text: 'Hello Lola, 12-64120-58213 goes by {{carrier}} as {{tracking}}; {{tracking}}!',
      missing: ['carrier', 'tracking'],
    })
    expect(openPlaces(filled.text)).toEqual(['carrier', 'tracking'])
  })

  it.each([
    ['Hello {{buyer}}', { unknown: [], isBroken: false }],
    ['Hello {{customer}} {{customer}} {{}}', { unknown: ['customer', ''], isBroken: false }],
    ['Hello {{buyer}', { unknown: [], isBroken: true }],
    ['Hello buyer}}', { unknown: [], isBroken: true }],
    ['{a} { b }', { unknown: [], isBroken: false }],
  ])('%j is checked by its placeholders', (body, problems) => {
    expect(templateProblems(body)).toEqual(problems)
  })

  it('inserts values as they are and only once', () => {
    const word = fc.string().filter((text) => !text.includes('{{') && !text.includes('}}'))
    expectForAll(fc.constantFrom(...templateVariables), word, fc.string(), (name, around, value) => {
      const filled = fillTemplate(`${around} {{${name}}} ${around}`, { ...values, [name]: value })
      expect(filled).toEqual({ text: `${around} ${value} ${around}`, missing: [] })
    })
  })
})

describe('a message', () => {
  it('is plain text: line ends of one kind, no control characters', () => {
    expect(plainMessage(' a\r\nb\u0000\u001b[31m\n\n\n\nc\t ')).toBe('a\nb[31m\n\nc')
    expectForAll(fc.array(fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u0000', '\u001b', '\u0085', '😀')), (parts) => {
      const text = plainMessage(parts.join(''))
      expect(plainMessage(text)).toBe(text)
      expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u)
    })
  })

  it('needs text or a picture, at most 2,000 characters and five pictures', () => {
    expect(messageProblem('', 0)).toBe('empty')
    expect(messageProblem('', 1)).toBeNull()
    expect(messageProblem('é'.repeat(messageLimits.text), 5)).toBeNull()
    expect(messageProblem('é'.repeat(messageLimits.text + 1), 0)).toBe('long')
    expect(messageProblem('x', 6)).toBe('too-many-pictures')
  })
})
