import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import * as kit from '../index.ts'
import { gallery } from './gallery.tsx'
import { GalleryPage } from './gallery-page.tsx'

it.each(gallery.flatMap(({ name, states }) => states.map((state) => ({ name, state }))))(
  '$name: $state.name renders on the server without complaint',
  ({ name, state }) =>
    expect(renderHtml(<GalleryPage component={name} state={state.name} href={() => '/gallery'} />).errors).toEqual([]),
)
it('names are unique', () => {
  const names = gallery.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

/** What the package exports to be drawn; a provider draws nothing. */
const components = Object.entries(kit)
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
  .map(([name]) => name)
  .filter((name) => name !== 'ShuiProvider')

it('has each component that the kit exports', () => {
  const shown = new Set(gallery.map(({ name }) => name))
  expect(components.length).toBeGreaterThan(30)
  expect(components.filter((name) => !shown.has(name))).toEqual([])
})
it('the README has an example of each', () => {
  const readme = readFileSync('shui/README.md', 'utf8')
  expect(components.filter((name) => !new RegExp(`<${name}[\\s/>]`).test(readme))).toEqual([])
})
