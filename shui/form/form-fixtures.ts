import Search from 'lucide-react/icons/search'
import type { Fixture } from '../fixture.ts'
import type { CheckboxProps, InputProps, SelectProps } from './controls.tsx'
import type { ErrorSummaryProps } from './error-summary.tsx'
import type { FieldProps } from './field.tsx'

export const textFieldFixtures: readonly Fixture<FieldProps & InputProps>[] = [
  {
    name: 'with hint',
    props: { label: 'Title', hint: 'At most 80 characters', defaultValue: 'Leica M3 body, single stroke' },
  },
  {
    name: 'wrong',
    props: { label: 'Tracking number', error: 'Enter the number as printed on the label', defaultValue: '12' },
  },
  {
    name: 'optional amount',
    props: { label: 'Lowest offer', optional: true, width: 'short', figures: true, defaultValue: '1,249.00' },
  },
  {
    name: 'search',
    props: { label: 'Search', hideLabel: true, icon: Search, placeholder: 'Order, buyer, title, SKU', type: 'search' },
  },
  { name: 'disabled', props: { label: 'Order', disabled: true, defaultValue: '14-20931-77120' } },
]

const options = [
  { value: 'rm', label: 'Royal Mail' },
  { value: 'dhl', label: 'DHL' },
]

export const selectFieldFixtures: readonly Fixture<FieldProps & SelectProps>[] = [
  { name: 'plain', props: { label: 'Carrier', options } },
  { name: 'wrong', props: { label: 'Carrier', options, error: 'Choose the carrier' } },
]

export const checkboxFixtures: readonly Fixture<CheckboxProps>[] = [
  { name: 'checked, with hint', props: { label: 'Tell the buyer', hint: 'By mail, once a day', defaultChecked: true } },
  { name: 'wrong', props: { label: 'I have packed it', error: 'Confirm that it is packed' } },
  { name: 'radio', props: { label: 'Tracked 24', type: 'radio', name: 'service' } },
]

export const errorSummaryFixtures: readonly Fixture<ErrorSummaryProps>[] = [
  {
    name: 'two errors',
    props: {
      title: 'Two things to correct',
      errors: [{ fieldId: 'tracking', text: 'Enter the tracking number' }, { text: 'The order was already shipped' }],
    },
  },
]
