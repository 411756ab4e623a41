import { expect, test } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { gallery } from './gallery.tsx'
import { GalleryPage } from './gallery-page.tsx'

test.each(gallery.flatMap(({ name, states }) => states.map((state) => ({ name, state }))))(
  '$name: $state.name renders on the server without complaint',
  ({ name, state }) =>
    expect(renderHtml(<GalleryPage component={name} state={state.name} href={() => '/gallery'} />).errors).toEqual([]),
)
test('names are unique', () => {
  const names = gallery.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
