import { expect, it, vi } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { NewWindowLabel, Text, TextWords } from './text.tsx'
import type { TextInput, TextSpan } from './text-model.ts'
import { accessibleName, plainText, spokenText } from './text-model.ts'

const html = (text: TextInput | null) => renderHtml(<Text text={text} />).html

it.each([
  ['a string', 'Hello', 'Hello'],
  ['nothing', null, ''],
  [
    'spans win over text',
    { text: 'no', textSpans: [{ text: 'a' }, { text: 'b', styles: ['BOLD'] }] },
    'a<strong>b</strong>',
  ],
  ['empty spans do not', { text: 'yes', textSpans: [] }, 'yes'],
  ['styles nest in one order', { text: 'x', styles: ['ITALIC', 'BOLD', 'BOLD', 'BLINK'] }, '<strong><i>x</i></strong>'],
  ['emphasis', { text: 'x', styles: ['EMPHASIS'] }, '<em>x</em>'],
  ['strikethrough', { text: 'x', styles: ['STRIKETHROUGH'] }, '<s>x</s>'],
  ['highlight', { text: 'x', styles: ['HIGHLIGHT'] }, '<mark>x</mark>'],
  ['superscript', { text: 'x', styles: ['SUPERSCRIPT'] }, '<sup>x</sup>'],
  ['subscript', { text: 'x', styles: ['SUBSCRIPT'] }, '<sub>x</sub>'],
  ['default', { text: 'x', styles: ['DEFAULT'] }, 'x'],
  ['null styles', { text: 'x', styles: null }, 'x'],
  [
    'read otherwise',
    { text: '4.9', accessibilityText: '4.9 of 5' },
    '<span aria-hidden="true">4.9</span><span>4.9 of 5</span>',
  ],
  ['a value', { value: { value: 12.5, currency: 'GBP' } }, '£12.50'],
  ['a value in yen', { value: { value: 98000, currency: 'JPY' } }, '¥98,000'],
  ['a value in forints', { value: { value: 1234.5, currency: 'HUF' } }, 'HUF\u00A01,234.5'],
  ['a value in dinars', { value: { value: '12.345', currency: 'KWD' } }, 'KWD\u00A012.345'],
  ['text before value', { text: 'free', value: { value: 0, currency: 'GBP' } }, 'free'],
  ['a currency that is none', { value: { value: 3, currency: 'pounds' } }, '3 pounds'],
  ['no amount, not an amount of 0', { value: { value: null, currency: 'GBP' } }, ''],
  ['an amount left out', { value: { currency: 'GBP' } }, ''],
  ['an amount of spaces', { value: { value: ' ', currency: 'GBP' } }, ''],
  ['a link', { text: 'All', action: { type: 'NAV', URL: '/sh/ord' } }, '<a href="/sh/ord">All</a>'],
  ['a script is no link', { text: 'All', action: { type: 'NAV', URL: 'JavaScript\t:alert(1)' } }, 'All'],
  [
    'an operation',
    { text: 'Undo', action: { type: 'OPERATION', name: 'undo' } },
    '<button type="button">Undo</button>',
  ],
] as const)('%s', (_, text, expected) => expect(html(text as unknown as TextInput)).toBe(expected))

it.each(['POSITIVE', 'NEGATIVE'])('%s carries a sign, not only a colour', (style) =>
  expect(html({ text: '+18 %', styles: [style] })).toMatch(/^<span><svg.*aria-hidden="true".*<\/svg>\+18 %<\/span>$/),
)
it('a link to a new window says so', () => {
  const link = html({ text: 'Store', action: { type: 'NAV', URL: 'https://store.example/', newWindow: true } })
  expect(link).toMatch(/^<a target="_blank" rel="noopener" href="https:\/\/store.example\/">Store<svg/)
  expect(link).toContain('Opens in a new window or tab')
})
it('over a picture no mark lies, only the words are there', () => {
  expect(renderHtml(<NewWindowLabel />).html).toMatch(/^<svg.*<span> \(Opens in a new window or tab\)<\/span>$/)
  expect(renderHtml(<NewWindowLabel ofPicture />).html).toBe('<span> (Opens in a new window or tab)</span>')
})
it('inside a button a text keeps its styles and what it is read as, and none of its actions', () => {
  const words = (text: TextInput) => renderHtml(<TextWords text={text} />).html
  const action = { type: 'NAV' as const, URL: '/o' }
  expect(words('Orders')).toBe('Orders')
  expect(words({ text: 'Orders', styles: ['BOLD'], action })).toBe('<span><strong>Orders</strong></span>')
  expect(
    words({
      textSpans: [
        { text: 'Ord', action },
        { text: 'ers', styles: ['ITALIC'] },
      ],
    }),
  ).toBe('<span>Ord<i>ers</i></span>')
  expect(words({ text: 'Orders', accessibilityText: 'All of them' })).toBe(
    '<span><span aria-hidden="true">Orders</span><span>Orders, All of them</span></span>',
  )
})
it('what a text is read as stands in for it where it cannot be seen', () => {
  expect(spokenText({ text: 'X', accessibilityText: 'Close' }, 'en')).toBe('Close')
  expect(spokenText({ textSpans: [{ text: 'X', accessibilityText: 'Stay' }, { text: ' here' }] }, 'en')).toBe(
    'Stay here',
  )
  expect(['X', { text: 'Y' }, null, undefined].map((text) => spokenText(text, 'en'))).toEqual(['X', 'Y', '', ''])
})
it('the name of a link contains what is visible', () => {
  expect(html({ text: 'All', accessibilityText: 'All 47 orders', action: { type: 'NAV', URL: '/o' } })).toContain(
    '<span>All 47 orders</span>',
  )
  expect(accessibleName('Edit', 'Change the price')).toBe('Edit, Change the price')
})
it('also where only its spans are read otherwise', () => {
  const textSpans = [{ text: '500', accessibilityText: 'five hundred' }, { text: ' orders' }]
  const words = '<span aria-hidden="true">500 orders</span><span>500 orders, five hundred orders</span>'
  expect(html({ textSpans, action: { type: 'NAV', URL: '/o' } })).toBe(`<a href="/o">${words}</a>`)
  expect(html({ textSpans, action: { type: 'OPERATION', name: 'show' } })).toContain(`>${words}</button>`)
  expect(html({ textSpans })).toBe('<span aria-hidden="true">500</span><span>five hundred</span> orders')
})
it('actions of spans do not nest in an action', () => {
  const span = { text: 'x', action: { type: 'NAV' as const, URL: '/inner' } }
  expect(html({ textSpans: [span] })).toBe('<a href="/inner">x</a>')
  expect(html({ textSpans: [span], action: { type: 'NAV', URL: '/outer' } })).toBe('<a href="/outer">x</a>')
})
it('links and operations in a text that is read otherwise are never hidden, the words beside them are', () => {
  const terms = { text: 'the terms', action: { type: 'NAV' as const, URL: '/terms' } }
  const undo = { text: 'Undo', action: { type: 'OPERATION' as const, name: 'undo' }, accessibilityText: 'Undo it' }
  const script = { text: 'x', action: { type: 'NAV' as const, URL: 'javascript:' } }
  const read = (textSpans: TextSpan[]) => html({ textSpans, accessibilityText: 'New terms hold' })
  const spoken = '<span aria-hidden="true"></span><span>New terms hold</span>'
  expect(read([{ text: 'See ', styles: ['BOLD'] }, terms, { text: '!', accessibilityText: 'now' }])).toBe(
    `${spoken}<span aria-hidden="true"><strong>See </strong></span><span> </span><a href="/terms">the terms</a>` +
      '<span aria-hidden="true">!</span><span> </span>',
  )
  expect(read([undo, script])).toBe(
    `${spoken}<button type="button"><span aria-hidden="true">Undo</span><span>Undo it</span></button>` +
      '<span aria-hidden="true">x</span><span> </span>',
  )
  expect(read([script])).toBe('<span aria-hidden="true">x</span><span>New terms hold</span>')
})
it('styles that are no array are refused in the words of the contract', () =>
  expect(() => html({ text: 'x', styles: 'BOLD' as unknown as string[] })).toThrow(
    new Error('Styles must be passed as an array'),
  ))
it('the locale decides about numbers', () =>
  expect(plainText({ value: { value: 1249, currency: 'EUR' } }, 'de').replaceAll(/\s/g, ' ')).toBe('1.249,00 €'))
it('nothing is tracked by rendering', () => {
  const onTracking = vi.fn()
  renderHtml(<Text text={{ text: 'x', action: { type: 'NAV', URL: '/x', tracking: { a: 1 } } }} />, { onTracking })
  expect(onTracking).not.toHaveBeenCalled()
})
