import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { nestStyles, textStyles } from './text-style.ts'

it('styles nest in one order, once each, unknown ones left out', () => {
  expect(nestStyles(['SUPERSCRIPT', 'BOLD', 'BLINK', 'BOLD'])).toEqual(['BOLD', 'SUPERSCRIPT'])
})
it.each([null, undefined, []])('%j means none', (styles) => expect(nestStyles(styles)).toEqual([]))
it.each(['BOLD', '', 0, false, {}, { length: 1, 0: 'BOLD' }])(
  '%j is rejected with the error of the contract',
  (styles) => expect(() => nestStyles(styles)).toThrow(new Error('Styles must be passed as an array')),
)
it('the order given does not matter', () => {
  expectForAll(fc.shuffledSubarray([...textStyles]), fc.array(fc.string()), (styles, others) => {
    const nested = nestStyles([...others.filter((name) => !textStyles.some((style) => style === name)), ...styles])
    expect(nested).toEqual(textStyles.filter((style) => styles.includes(style)))
  })
})
