import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

it('built pages import no package that the container image leaves out', () => {
  const left = /rm -rf ([^&]*?) &&/.exec(read('Dockerfile').replaceAll('\\\n', ''))?.[1]?.split(' ') ?? []
  expect(left).toContain('lucide-react')
  const pages = globSync('build/{server,market}/**/*.js', { cwd: root })
  expect(pages).toContain('build/market/pages.js')
  const imported = pages.flatMap((file) =>
    [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*["'`]((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(imported).toContain('react-dom')
  const isLeftOut = (name: string) =>
    left.some((pattern) => path.matchesGlob(name, pattern) || name.startsWith(`${pattern}/`))
  expect(imported.filter(isLeftOut)).toEqual([])
})
