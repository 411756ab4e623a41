import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (...parts: string[]) => readFile(path.join(root, ...parts), 'utf8')

it('the guide has exactly the pictures that it shows, and a test creates each', async () => {
  const pages = (await readdir(path.join(root, 'docs/guide'))).filter((name) => name.endsWith('.md'))
  const texts = await Promise.all([read('README.md'), ...pages.map((name) => read('docs/guide', name))])
  const shown = [...texts.join('\n').matchAll(/!\[[^\]]+\]\((?:docs\/guide\/)?images\/([\w-]+)\.png\)/g)].map(
    (match) => match[1]!,
  )
  const there = (await readdir(path.join(root, 'docs/guide/images'))).map((name) => name.replace('.png', ''))
  expect(shown.toSorted()).toEqual(there.toSorted())
  const journeys = (await readdir(path.join(root, 'e2e'))).filter((name) => name.endsWith('.test.ts'))
  const tests = (await Promise.all(journeys.map((name) => read('e2e', name)))).join('\n')
  const made = [...tests.matchAll(/guidePicture\([^']*'([\w-]+)'\)/g)].map((match) => match[1]!)
  expect(made.toSorted()).toEqual(there.toSorted())
})

describe('the decisions', () => {
  it('have Context, Decision and Consequences, in at most 400 words and 60 lines', async () => {
    const names = (await readdir(path.join(root, 'docs/decisions'))).filter((name) => /^\d{4}-/.test(name))
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) {
      const text = await read('docs/decisions', name)
      const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part)
      expect(['Context', 'Decision', 'Consequences', 'Rejected'].slice(0, parts.length), name).toEqual(parts)
      expect(parts.length, name).toBeGreaterThan(2)
      expect(text.trim().split(/\s+/).length, `${name}: words`).toBeLessThanOrEqual(400)
      expect(text.trim().split('\n').length, `${name}: lines`).toBeLessThanOrEqual(60)
    }
  })

  it('are listed once in the index, by title', async () => {
    const names = (await readdir(path.join(root, 'docs/decisions'))).filter((name) => /^\d{4}-/.test(name))
    const titles = await Promise.all(
      names.map(async (name) => {
        const [, number, title] = /^# (\d+)\. (.+)$/m.exec(await read('docs/decisions', name))!
        return `- [${number}](${name}): ${title}`
      }),
    )
    const index = (await read('docs/decisions/README.md')).split('\n').filter((line) => line.startsWith('- '))
    expect(index.toSorted()).toEqual(titles.toSorted())
  })
})
