import type { Fixture } from '../fixture.ts'
import type { FeedbackLinkProps } from './feedback-link.tsx'

const model = {
  label: 'Tell us what you think',
  to: 'feedback@hub.example',
  subject: 'Seller Hub',
  body: 'What works, what does not?',
  username: 'harbour-camera',
  site: 'UK',
}

export const feedbackLinkFixtures: readonly Fixture<FeedbackLinkProps>[] = [
  { name: 'in the side area', props: { model } },
  { name: 'as a button', props: { model, look: 'button' } },
  { name: 'in a text', props: { model, look: 'inline' } },
]
