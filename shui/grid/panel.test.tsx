import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { Panel } from './panel.tsx'

it('is a named group, and no dialog: nothing around it is out of reach', () => {
  const { html } = renderHtml(
    <Panel label="Views" title="Saved views">
      Leicas
    </Panel>,
  )
  expect(html).toMatch(/<div id=".+?" popover="auto" role="group" aria-label="Saved views">Leicas<\/div>/)
  expect(html).not.toContain('dialog')
})
