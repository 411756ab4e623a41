import type { Fixture } from '../fixture.ts'
import type { OptOutModel } from './opt-out-model.ts'
import type { OptOutProps } from './opt-out.tsx'

export const optOutFixture: OptOutModel = {
  linkConfig: 'Back to the classic tool',
  optOutInfo: {
    header: 'Switch to the classic tool?',
    body: [
      'The classic tool lists orders to ship, active listings and sales on one plain page.',
      'You can come back to the Seller Hub at any time.',
    ],
    actions: { primary: 'Switch', secondary: 'Stay here' },
  },
  optOutSuccess: {
    header: 'You have switched',
    body: 'From now on the overview opens in the classic tool, on every device.',
    actions: { primary: 'Go to the classic tool', secondary: 'Tell us why' },
  },
  optOutFailed: {
    header: 'That did not work',
    body: 'Nothing has changed. Please try again in a few minutes.',
    actions: { primary: 'Close' },
  },
  cancelOptout: 'Cancel',
  feedbackConfig: {
    to: 'feedback@hub.example',
    subject: 'Why I switched back',
    username: 'harbour-camera',
    site: 'UK',
  },
}

export const optOutFixtures: readonly Fixture<OptOutProps>[] = [
  { name: 'link and dialog', props: { model: optOutFixture } },
]
