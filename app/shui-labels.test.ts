import { expect, it } from 'vitest'
import { shuiLabels } from './shui-labels.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { keyName } from '#shui/key-name.ts'

const wordsOf = (locale: 'en' | 'de') => shuiLabels(textsFor(locale, 'Europe/Berlin')).keys

it.each([
  ['Control+K', 'Ctrl K', 'Strg K', '⌘K'],
  ['Control+Enter', 'Ctrl ↵', 'Strg ↵', '⌘↵'],
  ['Enter', 'Enter', 'Eingabetaste', '↵'],
  ['Delete', 'Delete', 'Entf', '⌫'],
  ['Escape', 'Esc', 'Esc', 'esc'],
  ['x', 'X', 'X', 'X'],
  ['/', '/', '/', '/'],
])('%s is printed as %s, in German as %s, and by Apple as %s', (keys, english, german, apple) => {
  expect(keyName(keys, wordsOf('en'), false)).toBe(english)
  expect(keyName(keys, wordsOf('de'), false)).toBe(german)
  expect(keyName(keys, wordsOf('de'), true)).toBe(apple)
})
