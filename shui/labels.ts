import type { BadgeColour } from '#lib/feedback-badge.ts'
import type { KeyWords } from './key-name.ts'

/** Texts built into the kit. All others come with the models. */
export interface ShuiLabels {
  close: string
  newWindow: string
  skipToMain: string
  mainNavigation: string
  sectionNavigation: string
  sideArea: string
  menu: string
  /** Accessible name of a dropdown button; `{label}` is the item. */
  moreIn: string
  /** Read instead of a bare number; `{count}` is formatted. */
  unread: string
  /** `{score}` is already formatted. */
  feedbackScore: string
  badges: Readonly<Record<BadgeColour, string>>
  required: string
  optional: string
  error: string
  /** Announced while a request runs. */
  working: string
  feedback: string
  keys: KeyWords
}

export const defaultLabels: ShuiLabels = {
  close: 'Close',
  newWindow: 'Opens in a new window or tab',
  skipToMain: 'Skip to main content',
  mainNavigation: 'Main',
  sectionNavigation: 'Section',
  sideArea: 'Messages and help',
  menu: 'Menu',
  moreIn: 'More in {label}',
  unread: '{count} unread',
  feedbackScore: 'Feedback score {score}',
  badges: {
    Yellow: 'yellow star',
    Blue: 'blue star',
    Turquoise: 'turquoise star',
    Purple: 'purple star',
    Red: 'red star',
    Green: 'green star',
    YellowShooting: 'yellow shooting star',
    TurquoiseShooting: 'turquoise shooting star',
    PurpleShooting: 'purple shooting star',
    RedShooting: 'red shooting star',
    GreenShooting: 'green shooting star',
    SilverShooting: 'silver shooting star',
  },
  required: 'required',
  optional: 'optional',
  error: 'Error',
  working: 'Working…',
  feedback: 'Give feedback',
  keys: { control: 'Ctrl', enter: 'Enter', delete: 'Delete', escape: 'Esc' },
}

/** Fills placeholders: `fill('More in {label}', { label: 'Orders' })`. Unknown ones are kept. */
export function fill(label: string, values: Readonly<Record<string, string>>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
