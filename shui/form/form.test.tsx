import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { Checkbox, TextField } from './controls.tsx'
import { ErrorSummary } from './error-summary.tsx'

it('label, hint and error belong to the control', () => {
  const { html } = renderHtml(<TextField id="t" label="Title" hint="Short" error="Missing" name="title" />)
  expect(html).toContain('<label for="t">Title</label>')
  expect(html).toContain('<p id="t-hint">Short</p>')
  expect(html).toContain('<input id="t" aria-describedby="t-hint t-error" aria-invalid="true" name="title"/>')
  expect(html).toMatch(/<p id="t-error">.*<span>Error: <\/span>Missing/)
})
it('a field that is well says nothing of errors', () =>
  expect(renderHtml(<TextField id="t" label="Title" />).html).toBe(
    '<div><label for="t">Title</label><input id="t"/></div>',
  ))
it('a checkbox is followed by its label', () =>
  expect(renderHtml(<Checkbox id="c" label="Tell" />).html).toBe(
    '<div><input id="c" type="checkbox"/><label for="c">Tell</label></div>',
  ))
it('a summary leads to the fields', () => {
  const { html } = renderHtml(<ErrorSummary title="One thing" errors={[{ fieldId: 't', text: 'Missing' }]} />)
  expect(html).toContain('<a href="#t">Missing</a>')
  expect(renderHtml(<ErrorSummary title="None" errors={[]} />).html).toBe('')
})
