import type { Fixture } from '../fixture.ts'
import type { StatusProps } from './status.tsx'

export const statusFixtures: readonly Fixture<StatusProps>[] = [
  { name: 'neutral', props: { text: 'Tomorrow' } },
  { name: 'good', props: { tone: 'good', text: 'Positive' } },
  { name: 'warn', props: { tone: 'warn', text: 'Today 17:00' } },
  { name: 'bad', props: { tone: 'bad', text: 'Overdue 1 d' } },
]
