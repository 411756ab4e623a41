import { expect, it } from 'vitest'
import { feedbackBadges } from '#lib/feedback-badge.ts'
import { renderHtml } from '../testing.tsx'
import { feedbackScoreFixtures } from './badge-fixtures.ts'
import { FeedbackScore } from './feedback-score.tsx'

it('says score and badge in words', () =>
  expect(renderHtml(<FeedbackScore model={{ score: 12_345 }} />).html).toContain(
    '<span>Feedback score 12,345, yellow shooting star</span>',
  ))
it('below 10 there is a score and no badge', () => {
  const { html } = renderHtml(<FeedbackScore model={{ score: 9 }} />)
  expect(html).not.toContain('<svg')
  expect(html).toContain('Feedback score 9')
})
it.each(feedbackBadges)('$colour is drawn and named', ({ colour, from }) => {
  const { html } = renderHtml(<FeedbackScore model={{ score: from }} />)
  expect(html).toContain('<svg')
  expect(html).toContain(colour.replace('Shooting', '').toLowerCase())
  expect(html.includes('shooting star')).toBe(colour.endsWith('Shooting'))
})
it('every fixture renders', () => {
  for (const { props } of feedbackScoreFixtures) expect(renderHtml(<FeedbackScore {...props} />).html).not.toBe('')
})
