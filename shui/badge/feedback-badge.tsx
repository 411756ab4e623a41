import type { BadgeColour } from '#lib/feedback-badge.ts'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

const star = 'm10 1.8 2.5 5.1 5.6.8-4 4 .9 5.6L10 14.700l-5 2.600.900-5.600-4-4 5.600-.8z'
const smallStar = 'm12.800 1.200 1.900 3.900 4.300.6-3.100 3 .7 4.300-3.800-2-3.900 2 .8-4.300-3.100-3 4.300-.6z'
const tail = 'M7.800 10.500 1.200 18.800M10.200 12.600 5.600 18.800M6.300 7.400 1 12.400'

type Drawing = { className: string | undefined; shooting: boolean }

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

/** The star alone, decorative: the words stand in `FeedbackScore`. */
export function FeedbackBadge({ colour }: { colour: BadgeColour }) {
  const { className, shooting } = drawings[colour]
  return (
    <svg className={classNames(styles.badge, className)} viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      {shooting ? <path className={styles.tail} d={tail} /> : null}
      <path className={styles.star} d={shooting ? smallStar : star} />
    </svg>
  )
}
