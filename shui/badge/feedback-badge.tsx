import type { BadgeColour } from '#lib/feedback-badge.ts'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

const star = 'm10 1.8 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.6-5 2.6.9-5.6-4-4 5.6-.8z'
const tail = 'M7.5 6.2 1.3 12.4M7.2 11.4 2.1 16.5'

interface Drawing {
  className: string | undefined
  shooting: boolean
}

const drawings: Readonly<Record<BadgeColour, Drawing>> = {
  Yellow: { className: styles.yellow, shooting: false },
  Blue: { className: styles.blue, shooting: false },
  Turquoise: { className: styles.turquoise, shooting: false },
  Purple: { className: styles.purple, shooting: false },
  Red: { className: styles.red, shooting: false },
  Green: { className: styles.green, shooting: false },
  YellowShooting: { className: styles.yellow, shooting: true },
  TurquoiseShooting: { className: styles.turquoise, shooting: true },
  PurpleShooting: { className: styles.purple, shooting: true },
  RedShooting: { className: styles.red, shooting: true },
  GreenShooting: { className: styles.green, shooting: true },
  SilverShooting: { className: styles.silver, shooting: true },
}

/** The star alone; decorative, since `FeedbackScore` has the words. Nothing for an unknown colour. */
export function FeedbackBadge({ colour }: { colour: BadgeColour }) {
  const drawing: Drawing | undefined = typeof colour === 'string' ? drawings[colour] : undefined
  if (!drawing) return null
  const { className, shooting } = drawing
  return (
    <svg
      className={classNames(styles.badge, shooting && styles.shooting, className)}
      viewBox={shooting ? '0 0 26 20' : '0 0 20 20'}
      aria-hidden="true"
    >
      {shooting ? <path className={styles.tail} d={tail} /> : null}
      <path className={styles.star} d={star} transform={shooting ? 'translate(6.5)' : undefined} />
    </svg>
  )
}
