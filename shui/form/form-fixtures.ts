import Search from 'lucide-react/icons/search'
import type { Fixture } from '../fixture.ts'
import type { ComboboxProps } from './combobox.tsx'
import type { CheckboxProps, InputProps, SelectProps, TextAreaProps } from './controls.tsx'
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

export const comboboxFieldFixtures: readonly Fixture<FieldProps & ComboboxProps>[] = [
  {
    name: 'one’s own first',
    props: {
      label: 'Category',
      name: 'category',
      defaultValue: 'film',
      placeholder: 'Search categories',
      found: (count) => `${count} found`,
      groups: [
        { label: 'Yours', options: [{ value: 'film', label: 'Cameras > Film' }] },
        { label: 'All', options: [{ value: 'lenses', label: 'Cameras > Lenses' }] },
      ],
    },
  },
]

export const textAreaFieldFixtures: readonly Fixture<FieldProps & TextAreaProps>[] = [
  { name: 'optional', props: { label: 'Note', optional: true, defaultValue: 'Scratch on the bottom plate.' } },
  { name: 'wrong', props: { label: 'Reason', error: 'Say why, in a sentence' } },
]

export const inputFixtures: readonly Fixture<InputProps>[] = [
  { name: 'short, figures', props: { 'aria-label': 'Quantity', width: 'short', figures: true, defaultValue: '12' } },
]

export const selectFixtures: readonly Fixture<SelectProps>[] = [
  { name: 'chosen', props: { 'aria-label': 'Carrier of all', options, defaultValue: 'dhl' } },
]

export const fieldErrorFixtures: readonly Fixture<{ id: string | undefined; error: string }>[] = [
  { name: 'beside a control', props: { id: undefined, error: 'Enter the tracking number' } },
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
