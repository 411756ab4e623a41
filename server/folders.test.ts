import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const source = 'api,app,cli,db,features,lib,marketplace,server,shui,texts,web'

/** Media or container queries, and line heights, in pixels. */
const inPixelsRule = /@(?:media|container)[^{]*[\d.]px|line-height: [\d.]+px/g

/** Imports between folders: for each folder, the folders it imports. */
type Arrows = Map<string, Set<string>>

/** Each folder and subfolder is a node; the kit's public index is excluded. */
function folderArrows(): Arrows {
  const arrows: Arrows = new Map()
  const isProduct = (file: string) => !/\.test\.|testing|shui\/(index\.ts|package\/)/.test(file)
  for (const file of globSync(`{${source}}/**/*.{ts,tsx}`, { cwd: root }).filter(isProduct)) {
    const from = path.dirname(file)
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/ from '([#.][^'?]+\.tsx?)'/g)) {
      const to = path.dirname(name.startsWith('#') ? name.slice(1) : path.join(from, name))
      if (to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return arrows
}

/** A cycle from a folder through others back to itself; null if none. */
function circleOf(arrows: Arrows): string[] | null {
  const done = new Set<string>()
  const walk = (folder: string, way: string[]): string[] | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return null
    for (const next of arrows.get(folder) ?? []) {
      const circle = walk(next, [...way, folder])
      if (circle) return circle
    }
    done.add(folder)
    return null
  }
  for (const folder of arrows.keys()) {
    const circle = walk(folder, [])
    if (circle) return circle
  }
  return null
}

describe('folders', () => {
  it('have no circular imports', () => {
    const arrows = folderArrows()
    expect(arrows.get('features/orders/order-list')).toContain('web')
    expect(circleOf(arrows)).toBeNull()
  })

  it('that Node runs unbuilt import no components, which it cannot read', () => {
    const files = globSync('{cli,connectors,examples,marketplace,server}/**/*.ts', { cwd: root })
    const importing = files
      .filter((file) => !/\.test\.|testing|vite\.config|node_modules/.test(file))
      .filter((file) =>
        /^import (?!type )(?:\{[^}]*\}|[\w*, ])+ from '[^']+\.tsx'/m.test(readFileSync(path.join(root, file), 'utf8')),
      )
    expect(files.length).toBeGreaterThan(200)
    expect(importing).toEqual([])
  })

  it('with circular imports are found', () => {
    const planted = new Map([...folderArrows(), ['lib', new Set(['web'])]])
    expect(circleOf(planted)).toEqual(expect.arrayContaining(['lib', 'web']))
  })
})

describe('the map', () => {
  it('names existing files', () => {
    const map = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
    const named = [...map.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, place = '']) => place)
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((place) => /^[a-z]+\//.test(place) && !existsSync(path.join(root, place)))).toEqual([])
  })

  it('names each folder, and the sources of data', () => {
    const map = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
    const foldersIn = (place: string) =>
      readdirSync(path.join(root, place), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${place}/${name}`)
    const folders = [
      ...source.split(','),
      ...['features', 'api', 'marketplace', 'examples', 'connectors'].flatMap(foldersIn),
      ...foldersIn('features').flatMap(foldersIn),
    ]
    expect(folders.length).toBeGreaterThan(50)
    const isNamed = (folder: string) => new RegExp(`\`${folder}[\`/]`).test(map)
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([])
  })
})

it('the style sheets use rem, not pixels, for breakpoints and line heights (decision 35)', () => {
  const sheets = globSync(`{${source},examples}/**/*.css`, { cwd: root })
  const inPixels = sheets.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(inPixelsRule)].map(([rule]) => `${file}: ${rule}`),
  )
  expect(sheets.length).toBeGreaterThan(80)
  // A status dot contains no text.
  expect(inPixels).toEqual(['shui/status/status.module.css: line-height: 7px'])
})
