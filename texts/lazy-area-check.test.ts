import { describe, expect, it } from 'vitest'
import { nameModules } from './compile-plugin.ts'
import { awaitsArea, findUnloadedUse } from './compile-plugin.ts'

const keys = ['accounts.signIn.title', 'accounts.error.summary']
const bundle = (given: Record<string, [code: string, ...importers: string[]]>) =>
  new Map(
    Object.entries(given).map(([id, [code, ...importers]]) => [
      id,
      { code, importers, isReady: (area: string) => awaitsArea(code, area) },
    ]),
  )

describe('texts that come late', () => {
  it('are spoken where every way leads through a page that awaits them', () => {
    const modules = bundle({
      'errors.tsx': [`t('accounts.error.summary')`, 'sign-in.tsx', 'field.tsx'],
      'field.tsx': ['', 'sign-in.tsx'],
      'sign-in.tsx': [`await loadTexts("accounts"); t('accounts.signIn.title')`, 'entry'],
      entry: [''],
    })
    expect(findUnloadedUse(modules, 'accounts', keys)).toBe(null)
  })

  it('are not where one page does not, however far it is', () => {
    const modules = bundle({
      'errors.tsx': [`t('accounts.error.summary')`, 'sign-in.tsx', 'tool.tsx'],
      'sign-in.tsx': [`await loadTexts('accounts')`, 'entry'],
      'tool.tsx': [`await loadTexts('listing-form')`, 'overview.tsx', 'tool.tsx'],
      'overview.tsx': ['', 'entry'],
      entry: [''],
    })
    expect(findUnloadedUse(modules, 'accounts', keys)).toEqual(['errors.tsx', 'tool.tsx', 'overview.tsx', 'entry'])
  })

  it('are there where a file is awaited that has the area with others', () => {
    const modules = (area: string) =>
      bundle({
        'note.tsx': [`t('accounts.signIn.title')`, 'page.tsx'],
        'page.tsx': [`await loadTexts('${area}')`, 'entry'],
        entry: [''],
      })
    expect(findUnloadedUse(modules('order'), 'talk', keys)).toBe(null)
    expect(findUnloadedUse(modules('tasks'), 'talk', keys)).toEqual(['note.tsx', 'page.tsx', 'entry'])
  })

  it('are named with their modules by the build, and known as awaited then', () => {
    const named = nameModules("await loadTexts('order', 'tasks')\n")
    expect(named.match(/import\("[^"]*\/texts\/(de|en)\/(order|tasks)\.ts"\)/g)).toHaveLength(4)
    expect(['after-sale', 'tasks', 'team'].map((area) => awaitsArea(named, area))).toEqual([true, true, false])
  })
})
