import { feedbackBadges } from '#lib/feedback-badge.ts'
import type { Fixture } from '../fixture.ts'
import type { FeedbackScoreModel } from './feedback-score.tsx'

export const feedbackScoreFixtures: readonly Fixture<{ model: FeedbackScoreModel }>[] = [
  { name: 'none below 10', props: { model: { score: 9 } } },
  ...feedbackBadges.map(({ colour, from }) => ({ name: colour, props: { model: { score: from } } })),
  { name: 'colour from the model', props: { model: { score: 12, badgeColor: 'Purple' } } },
  { name: 'unknown colour', props: { model: { score: 120, badgeColor: 'Mauve' } } },
  { name: 'link', props: { model: { score: 12_345, URL: '/sh/feedback' } } },
]
