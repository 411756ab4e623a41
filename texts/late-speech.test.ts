import { describe, expect, it } from 'vitest'
import { awaits, speaksTooEarly } from './late-speech.ts'

const keys = ['accounts.signIn.title', 'accounts.error.summary']
const bundle = (given: Record<string, [code: string, ...importers: string[]]>) =>
  new Map(
    Object.entries(given).map(([id, [code, ...importers]]) => [
      id,
      { code, importers, isReady: (area: string) => awaits(code, area) },
    ]),
  )

describe('texts that come late', () => {
  it('are spoken where every way leads through a page that awaits them', () => {
    const modules = bundle({
      'errors.tsx': [`t('accounts.error.summary')`, 'sign-in.tsx', 'field.tsx'],
      'field.tsx': ['', 'sign-in.tsx'],
      'sign-in.tsx': [`await lateTexts("accounts"); t('accounts.signIn.title')`, 'entry'],
      entry: [''],
    })
    expect(speaksTooEarly(modules, 'accounts', keys)).toBe(null)
  })

  it('are not where one page does not, however far it is', () => {
    const modules = bundle({
      'errors.tsx': [`t('accounts.error.summary')`, 'sign-in.tsx', 'tool.tsx'],
      'sign-in.tsx': [`await lateTexts('accounts')`, 'entry'],
      'tool.tsx': [`await lateTexts('listing-form')`, 'overview.tsx', 'tool.tsx'],
      'overview.tsx': ['', 'entry'],
      entry: [''],
    })
    expect(speaksTooEarly(modules, 'accounts', keys)).toEqual(['errors.tsx', 'tool.tsx', 'overview.tsx', 'entry'])
  })

  it('are there where a file is awaited that has the area with others', () => {
    const modules = (area: string) =>
      bundle({
        'note.tsx': [`t('accounts.signIn.title')`, 'page.tsx'],
        'page.tsx': [`await lateTexts('${area}')`, 'entry'],
        entry: [''],
      })
    expect(speaksTooEarly(modules('order'), 'talk', keys)).toBe(null)
    expect(speaksTooEarly(modules('tasks'), 'talk', keys)).toEqual(['note.tsx', 'page.tsx', 'entry'])
  })
})
