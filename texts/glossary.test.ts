import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messages as de } from './de.ts'
import { messages as en } from './en.ts'

/** The words of the glossary that no text may use: the last column of its table. */
function forbiddenWords(): string[] {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  return rows.flatMap((row) =>
    row
      .split('|')
      .at(-2)!
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
}

it('texts call things as the glossary does', () => {
  const words = forbiddenWords()
  expect(words).toContain('units')
  const wrong = Object.entries({ en, de }).flatMap(([locale, messages]) =>
    Object.entries(messages).flatMap(([key, text]) =>
      words
        // Of the text only, not of the names of its places.
        .filter((word) => text.replaceAll(/\{\w+/g, '').toLowerCase().includes(word.toLowerCase()))
        .map((word) => `${locale} ${key}: ${word}`),
    ),
  )
  expect(wrong).toEqual([])
})
