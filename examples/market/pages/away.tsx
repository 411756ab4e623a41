import type { HubSeller } from '../hub-types.ts'
import styles from './away.module.css'
import type { FrameModel } from './frame.tsx'
import { dayOf } from './words.ts'

/** Until when a seller is away, and when orders leave; null if they are not away now. */
function awayNote({ away }: Pick<HubSeller, 'away'>, now: Date): string | null {
  if (!away || now < new Date(away.startsAt) || now >= new Date(away.endsAt)) return null
  const until = `The store is away until ${dayOf(away.to)}.`
  return away.shipsFrom === null ? until : `${until} Orders leave from ${dayOf(away.shipsFrom)} on.`
}

export function Away({ seller, frame }: { seller: HubSeller; frame: FrameModel }) {
  const note = awayNote(seller, frame.now)
  if (note === null) return null
  return (
    <div className={styles.away} role="note">
      <p>{note}</p>
      {seller.away?.message ? <p className={styles.message}>“{seller.away.message}”</p> : null}
    </div>
  )
}
