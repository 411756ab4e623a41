import Trash2 from 'lucide-react/icons/trash-2'
import Truck from 'lucide-react/icons/truck'
import type { Fixture } from '../fixture.ts'
import type { ActionButtonProps } from './action-button.tsx'
import type { ButtonLinkProps, ButtonProps, IconButtonProps } from './button.tsx'

export const buttonFixtures: readonly Fixture<ButtonProps>[] = [
  { name: 'secondary', props: { children: 'Export 47' } },
  { name: 'primary', props: { kind: 'primary', children: 'Create a listing' } },
  { name: 'primary with icon', props: { kind: 'primary', icon: Truck, children: 'Ship 2 selected' } },
  { name: 'danger', props: { kind: 'danger', children: 'Cancel the order' } },
  { name: 'quiet', props: { kind: 'quiet', children: 'Columns' } },
  { name: 'small', props: { size: 'small', children: 'Ship' } },
  { name: 'disabled, with reason', props: { disabled: true, disabledReason: 'Already shipped', children: 'Ship' } },
]

export const buttonLinkFixtures: readonly Fixture<ButtonLinkProps>[] = [
  { name: 'secondary', props: { href: '/sh/lst/new', children: 'Create a listing' } },
  { name: 'primary with icon', props: { href: '/sh/ord', kind: 'primary', icon: Truck, children: 'Orders to ship' } },
]

export const iconButtonFixtures: readonly Fixture<IconButtonProps>[] = [
  { name: 'normal', props: { icon: Trash2, label: 'Remove the note' } },
  { name: 'small', props: { icon: Trash2, label: 'Remove the view', size: 'small' } },
  {
    name: 'disabled, with reason',
    props: { icon: Trash2, label: 'Remove the order', disabled: true, disabledReason: 'Already shipped' },
  },
]

export const actionButtonFixtures: readonly Fixture<ActionButtonProps>[] = [
  { name: 'operation', props: { text: { text: 'Retry', action: { type: 'OPERATION', name: 'retry' } } } },
  { name: 'link', props: { kind: 'primary', text: { text: 'All orders', action: { type: 'NAV', URL: '/sh/ord' } } } },
  {
    name: 'disabled',
    props: { size: 'small', disabled: true, text: { text: 'Undo', action: { type: 'OPERATION', name: 'undo' } } },
  },
  {
    name: 'unsafe link, drawn as text',
    // oxlint-disable-next-line no-script-url -- the fixture shows that such a URL is refused
    props: { text: { text: 'Not a link', action: { type: 'NAV', URL: 'javascript:alert(1)' } } },
  },
]
