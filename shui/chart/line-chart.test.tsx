import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { LineChartModel } from './chart-model.ts'
import { drawLines } from './draw-lines.ts'
import { LineChart } from './line-chart.tsx'

const { ticks, ...drawing } = drawLines({ current: [100, 300, null], previous: [200, 100, 50], smallestTick: 100 })

const model: LineChartModel = {
  label: 'Gross sales by day',
  drawing,
  scale: ticks.map((tick) => `£${tick / 100}`),
  axis: ['18 Nov', '20 Nov'],
  points: [
    { step: 'Wed 18 Nov', current: '£1.00', details: '1 order', previousStep: 'Sun 15 Nov', previous: '£2.00' },
    { step: 'Thu 19 Nov', current: '£3.00', details: '2 orders', previousStep: 'Mon 16 Nov', previous: '£1.00' },
    { step: 'Fri 20 Nov', current: null, details: null, previousStep: 'Tue 17 Nov', previous: '£0.50' },
  ],
  table: {
    open: 'Show as a table',
    step: 'Day',
    current: 'Gross',
    details: 'Orders',
    previousStep: 'Day before',
    previous: 'Gross before',
  },
}

describe('LineChart', () => {
  const html = renderToStaticMarkup(<LineChart model={model} />)

  it('is drawn whole on the server, without a style attribute', () => {
    expect(html).toContain(`d="${drawing.current}"`)
    expect(html).toContain(`d="${drawing.previous}"`)
    expect(html).not.toContain('style=')
  })

  it('tells every value in a table with row and column headings', () => {
    expect(html).toContain('<summary>Show as a table</summary>')
    expect(html).toContain('<th scope="row">Thu 19 Nov</th><td>£3.00</td><td>2 orders</td>')
    expect(html.match(/<th scope="col">/g)).toHaveLength(5)
    expect(html.match(/<tr>/g)).toHaveLength(4)
  })

  it('reads out the last step that has a value and marks it', () => {
    expect(html).toContain('Thu 19 Nov <b>£3.00</b> 2 orders')
    expect(html).toContain(`d="M500,0h0"`)
  })

  it('offers no control that needs scripts before they run, and hides the drawing from screen readers', () => {
    expect(html).not.toContain('<input')
    expect(html).toContain('aria-hidden="true"')
  })

  it('shows nothing where there are no steps', () => {
    expect(renderToStaticMarkup(<LineChart model={{ ...model, points: [] }} />)).toBe('')
  })
})
