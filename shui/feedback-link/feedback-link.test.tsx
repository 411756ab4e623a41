import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { FeedbackLink, feedbackUrl, type FeedbackLinkModel } from './feedback-link.tsx'

it.each([
  null,
  undefined,
  {},
  { to: '', subject: null },
  { subject: ' ' },
  { a: false },
  { label: 'x' },
  { names: {}, tracking: 7 },
  [],
  'x',
])('%j is reported and draws nothing', (model) =>
  expect(renderHtml(<FeedbackLink model={model as never} />)).toEqual({
    html: '',
    errors: ['Invalid model for shui-feedback-link'],
  }),
)
it('is called by its label, else its subject, else who gets it, else in the kit’s words', () => {
  const words = (model: FeedbackLinkModel) =>
    renderHtml(<FeedbackLink model={model} look="inline" />).html.replaceAll(/<[^>]*>/g, '')
  const model = {
    label: { text: 'Write' },
    subject: 'Hub',
    to: 'a@x.example',
    body: 'Hello',
    username: 'me',
    site: 'UK',
  }
  expect(words(model)).toBe('Write')
  expect(words({ ...model, label: { text: '' } })).toBe('Hub')
  expect(words({ ...model, label: null, subject: '' })).toBe('a@x.example')
  expect(words({ body: 'Hello', username: 'me', site: 'UK' })).toBe('Give feedback')
})
it('carries body, username, browser and site', () =>
  expect(
    feedbackUrl(
      { to: 'a@x.example', subject: 'Hub', body: 'Hello', username: 'me', browser: 'Opera', site: 'UK' },
      'unused',
    ),
  ).toBe(
    'mailto:a@x.example?subject=Hub&body=Hello%0D%0A%0D%0AUsername%3A%20me%0D%0ABrowser%3A%20Opera%0D%0ASite%3A%20UK',
  ))
it('the user agent stands in for the browser, and not on the server', () => {
  expect(feedbackUrl({ to: 'a@x.example' }, 'Agent/1')).toBe('mailto:a@x.example?body=Browser%3A%20Agent%2F1')
  const { html } = renderHtml(<FeedbackLink model={{ to: 'a@x.example', label: 'Write' }} look="inline" />)
  expect(html).toBe('<a href="mailto:a@x.example">Write</a>')
})
