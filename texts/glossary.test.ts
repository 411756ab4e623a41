import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { de, en } from './messages.ts'

/** Rows of the glossary: the English term, the German term, the meaning, and terms to avoid. */
const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

it('texts call things as the glossary does', () => {
  const words = rows.flatMap((row) => row[3]!.split(', ')).filter((word) => word !== '')
  expect(words).toContain('units')
  const wrong = Object.entries({ en, de }).flatMap(([locale, messages]) =>
    // Search words are never shown and may use other terms.
    Object.entries(messages)
      .filter(([key]) => !key.startsWith('findWords.'))
      .flatMap(([key, text]) =>
        words
          // Placeholder names do not count.
          .filter((word) => text.replaceAll(/\{\w+/g, '').toLowerCase().includes(word.toLowerCase()))
          .map((word) => `${locale} ${key}: ${word}`),
      ),
  )
  expect(wrong).toEqual([])
})

it.each([
  ['English', 0, en],
  ['German', 1, de],
] as const)('each word of the glossary stands in the %s texts', (_language, column, messages) => {
  const all = Object.values(messages).join('\n').toLowerCase()
  const missing = rows.map((row) => row[column]!).filter((word) => !all.includes(word.toLowerCase()))
  expect(missing).toEqual([])
})
