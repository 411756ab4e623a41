import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { ComboboxField } from './combobox.tsx'
import { matchOptions, type ComboboxGroup } from './match-options.ts'

const option = (label: string) => ({ value: label.toLowerCase(), label })
const groups: ComboboxGroup[] = [
  { label: 'Yours', options: [option('Büro > Füller'), option('Cameras > Lenses')] },
  { label: 'All', options: [option('Cameras > Film')] },
]
const found = (text: string) => matchOptions(groups, text).flatMap(({ options }) => options.map(({ label }) => label))

it('finds what has every word, in any order, whatever case and accents', () => {
  expect(found('lens CAM')).toEqual(['Cameras > Lenses'])
  expect(found('fuller')).toEqual(['Büro > Füller'])
  expect(found('cam')).toEqual(['Cameras > Lenses', 'Cameras > Film'])
  expect(found('lenses film')).toEqual([])
  expect(matchOptions(groups, ' ')).toBe(groups)
})

it('leaves out a group in which nothing is found', () =>
  expect(matchOptions(groups, 'film').map(({ label }) => label)).toEqual(['All']))

it('is the platform’s select until script runs', () => {
  const { html } = renderHtml(
    <ComboboxField
      id="c"
      label="Category"
      name="category"
      defaultValue="cameras > film"
      placeholder="Search"
      found={String}
      groups={groups}
    />,
  )
  expect(html).toContain(
    '<label for="c">Category</label><select id="c" name="category"><option value="">Search</option>',
  )
  expect(html).toContain(
    '<optgroup label="All"><option value="cameras &gt; film" selected="">Cameras &gt; Film</option>',
  )
})
