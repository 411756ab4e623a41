import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ShuiProvider } from '../context.tsx'
import { allSelected, emptyGrid, fullGrid, noMatchGrid, normalGrid, oddGrid, someSelected } from './grid-fixtures.ts'
import type { GridModel } from './grid-model.ts'
import { sayInEnglish } from './grid-words.ts'
import { Grid } from './grid.tsx'
import type { GridProps } from './grid.tsx'

function render(model: GridModel, props: Partial<GridProps> = {}): string {
  return renderToStaticMarkup(
    <ShuiProvider token="the-token">
      <Grid model={model} say={sayInEnglish} {...props} />
    </ShuiProvider>,
  )
}

/** Whether the HTML has a part; a failure prints the part and not the page. */
const has = (html: string, part: string | RegExp) => (typeof part === 'string' ? html.includes(part) : part.test(html))
const forms = (html: string) => html.match(/<form [\s\S]*?<\/form>/g) ?? []
const checkedRows = (html: string) =>
  (html.match(/<input[^>]*name="keys"[^>]*>/g) ?? []).filter((box) => box.includes('checked=""')).length
const count = (html: string, part: string | RegExp) => html.split(part).length - 1

describe('a grid on the server', () => {
  const html = render(normalGrid)

  it('is one table with a header, a row header each, and one link to each row', () => {
    expect(count(html, '<table')).toBe(1)
    expect(count(html, 'scope="row"')).toBe(normalGrid.rows.length)
    expect(count(html, 'href="/sh/ord/details?')).toBe(normalGrid.rows.length)
    expect(count(html, 'name="keys"')).toBe(normalGrid.rows.length)
    expect(has(html, 'aria-label="Select 14-20931-77120, Leica M3 body, single stroke, 1957, serviced"')).toBe(true)
  })

  it('says how it is sorted, and sorts by links', () => {
    expect(count(html, 'aria-sort=')).toBe(1)
    expect(has(html, /aria-sort="ascending"[^>]*><a [^>]*href="\/sh\/ord\?sort=-shipBy"/)).toBe(true)
    expect(has(html, 'Sorted by Ship by, soonest first')).toBe(true)
  })

  it('writes no style attribute, script or style element: the policy would refuse them', () => {
    for (const model of [normalGrid, fullGrid, oddGrid, emptyGrid, noMatchGrid]) {
      expect(has(render(model), /\sstyle=|<script|<style|javascript:/)).toBe(false)
    }
  })

  it('lets each GET form keep the rest of the state', () => {
    const get = forms(html).filter((form) => has(form, /^<form [^>]*action="\/sh\/ord"[^>]*method="get"/))
    const hidden = get.map((form) => [...form.matchAll(/type="hidden" name="(\w+)"/g)].map(([, name]) => name))
    const rest = ['status', 'paid', 'printed']
    expect(hidden).toEqual([
      [...rest, 'cols'],
      rest,
      // Each answer of a filter is a form of its own, and keeps all others.
      ['status', 'printed'],
      ['status', 'printed'],
      ['status', 'paid'],
      rest,
      rest,
      rest,
    ])
  })

  it('sends the token with what changes something, and never in an address', () => {
    expect(count(html, 'name="srt" value="the-token"')).toBe(2)
    const get = forms(html).filter((form) => has(form, /^<form [^>]*method="get"/))
    expect(get).toHaveLength(9)
    expect(get.filter((form) => has(form, 'the-token'))).toEqual([])
    const post = render({
      ...normalGrid,
      actions: [{ id: 'ship', label: 'Ship', url: '/sh/ord/ship', method: 'post' }],
    })
    const button = /<button[^>]*formAction="\/sh\/ord\/ship"[^>]*>/.exec(post)?.[0] ?? ''
    for (const part of ['formMethod="post"', 'name="srt"', 'value="the-token"']) expect(button).toContain(part)
  })

  it('does nothing to rows on Enter in a box', () => {
    const form = html.slice(html.indexOf('aria-busy'))
    expect(/<(?:button|input)[^>]*type="submit"[^>]*>/.exec(form)?.[0]).toContain('disabled')
  })

  it('names each chip by what it removes', () => {
    expect(has(html, 'aria-label="Remove filter: Not printed"')).toBe(true)
    expect(has(html, 'Clear all')).toBe(true)
    expect(has(render({ ...normalGrid, chips: normalGrid.chips.slice(0, 1) }), /<li><a[^>]*>Clear all/)).toBe(false)
  })

  it('marks the tab, and shows counts beside each', () => {
    expect(has(html, /aria-current="page"[^>]*>Awaiting shipment<span[^>]*>47</)).toBe(true)
    expect(has(html, />Overdue<span[^>]*urgent[^>]*>4</)).toBe(true)
  })

  it('leads to pages that exist only', () => {
    const middle = render(fullGrid)
    for (const name of ['First', 'Previous', 'Next', 'Last'])
      expect(has(middle, `aria-label="${name} page"`)).toBe(true)
    expect(has(html, 'aria-label="Previous page"')).toBe(false)
    expect(has(render({ ...normalGrid, paging: emptyGrid.paging }), 'aria-label="Pages"')).toBe(false)
  })

  it('is busy without moving anything', () => {
    expect(has(html, 'aria-busy="false"')).toBe(true)
    expect(has(render(normalGrid, { busy: true }), 'aria-busy="true"')).toBe(true)
  })
})

describe('cells', () => {
  const html = render(oddGrid)
  it('let titles find their own direction and stay text', () => {
    expect(has(html, 'dir="auto"')).toBe(true)
    expect(has(html, '&lt;script&gt;alert(&quot;title&quot;)&lt;/script&gt;')).toBe(true)
    expect(has(html, '📷✨ Polaroid SX-70 👌🏽 + 🎞️×3')).toBe(true)
  })

  it('say in machine words when', () => {
    expect(has(html, '<time dateTime="2026-11-20T12:00:00Z">')).toBe(true)
  })

  it('are drawn by kind', () => {
    const cells = {
      order: '1',
      shipBy: { kind: 'status', tone: 'bad', text: 'Late', second: 'by 2 d' },
      buyer: null,
      item: { kind: 'two-line', main: 'Body', image: '/image.jpg' },
      total: { kind: 'money', text: '£1.00', second: '€1.20' },
      service: { kind: 'tags', texts: ['Gift', 'Fragile'] },
    } as const
    const drawn = render({ ...normalGrid, rows: [{ key: '1', href: '/1', title: '1', cells }] })
    expect(has(drawn, '<img src="/image.jpg" alt=""')).toBe(true)
    expect(has(drawn, /<span>Gift<\/span><span>Fragile<\/span>/)).toBe(true)
    expect(has(drawn, /£1\.00<span dir="auto"[^>]*>€1\.20</)).toBe(true)
    expect(has(drawn, /by 2 d/)).toBe(true)
  })
})

describe('states', () => {
  it('show what is selected from the start', () => {
    expect(checkedRows(render(normalGrid, { selection: someSelected }))).toBe(2)
    const html = render(normalGrid, { selection: allSelected })
    const uncounted = render({ ...normalGrid, more: 'more than 47' }, { selection: allSelected })
    expect(has(uncounted, 'All results are selected, more than 47')).toBe(true)
    expect(checkedRows(html)).toBe(normalGrid.rows.length)
    expect(has(html, 'All 47 results are selected')).toBe(true)
    expect(has(html, '>Export</button>')).toBe(true)
    expect(has(html, 'name="all" value="1"')).toBe(true)
  })

  it('say what to do where there is nothing', () => {
    const html = render(emptyGrid)
    expect(has(html, '<table')).toBe(false)
    expect(has(html, 'No orders yet')).toBe(true)
    expect(has(html, 'Go to the overview')).toBe(true)
    expect(has(html, 'Export')).toBe(false)
  })

  it('say what to do where nothing matches, and which filter was ignored', () => {
    const html = render(noMatchGrid)
    expect(has(html, 'No results')).toBe(true)
    expect(has(html, 'value="rollieflex"')).toBe(true)
    expect(has(html, 'Country: “Atlantis” is not valid')).toBe(true)
  })

  it('offer no boxes where nothing can be done with rows', () => {
    const html = render({ ...normalGrid, actions: [] })
    expect(has(html, 'name="keys"')).toBe(false)
    expect(has(html, 'Select all rows')).toBe(false)
  })

  it('keep a row small', () => {
    const rows = fullGrid.rows.length
    const perRow = (render(fullGrid).length - render({ ...fullGrid, rows: [] }).length) / rows
    expect(perRow).toBeLessThan(2000)
  })
})
