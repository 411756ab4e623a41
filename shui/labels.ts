import type { BadgeColour } from '#lib/feedback-badge.ts'
import type { KeyWords } from './key-name.ts'

/** The few words the kit says by itself. Everything else a person reads comes with the models. */
export interface ShuiLabels {
  close: string
  newWindow: string
  skipToMain: string
  mainNavigation: string
  sectionNavigation: string
  sideArea: string
  menu: string
  /** Names the button that opens a dropdown; `{label}` is the item. */
  moreIn: string
  /** Spoken instead of a bare number beside a link; `{count}` is already formatted. */
  unread: string
  /** `{score}` is already formatted. */
  feedbackScore: string
  badges: Readonly<Record<BadgeColour, string>>
  required: string
  optional: string
  error: string
  /** Said while a request runs. */
  working: string
  /** Names a feedback link whose model does not. */
  feedback: string
  keys: KeyWords
}

/** English, for pages that give no labels. */
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

/** Puts values into a label: `fill('More in {label}', { label: 'Orders' })`. Unknown places stay as they are. */
export function fill(label: string, values: Readonly<Record<string, string>>): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
