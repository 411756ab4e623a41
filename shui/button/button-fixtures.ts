import Truck from 'lucide-react/icons/truck'
import type { Fixture } from '../fixture.ts'
import type { ButtonProps } from './button.tsx'

export const buttonFixtures: readonly Fixture<ButtonProps>[] = [
  { name: 'secondary', props: { children: 'Export 47' } },
  { name: 'primary', props: { kind: 'primary', children: 'Create a listing' } },
  { name: 'primary with icon', props: { kind: 'primary', icon: Truck, children: 'Ship 2 selected' } },
  { name: 'danger', props: { kind: 'danger', children: 'Cancel the order' } },
  { name: 'quiet', props: { kind: 'quiet', children: 'Columns' } },
  { name: 'small', props: { size: 'small', children: 'Ship' } },
  { name: 'disabled, with reason', props: { disabled: true, disabledReason: 'Already shipped', children: 'Ship' } },
]
