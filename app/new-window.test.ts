import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
/** Renders links of view models, by their `newWindow`. */
const ofModels = 'shui/text/text.tsx'

it('a link that opens a new window says so, and gives that window no access to ours', () => {
  const files = globSync('{app,features,shui,web}/**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
  const links = files.flatMap((file) => {
    const [, ...parts] = readFileSync(path.join(root, file), 'utf8').split('_blank')
    return file === ofModels ? [] : parts.map((part) => ({ file, link: part.slice(0, part.indexOf('</a>')) }))
  })
  expect(links.length).toBeGreaterThan(4)
  const isWhole = (link: string) => /^" rel="noopener[^]*<NewWindowLabel/.test(link)
  expect(links.filter(({ link }) => !isWhole(link)).map(({ file }) => file)).toEqual([])
})
