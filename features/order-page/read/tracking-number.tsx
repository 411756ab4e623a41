import { NewWindowLabel } from '#shui/text/text.tsx'

interface TrackingNumberProps {
  tracking: string
  /** The carrier's page of the parcel; null if the carrier has none. */
  href: string | null
  className: string | undefined
}

export function TrackingNumber({ tracking, href, className }: TrackingNumberProps) {
  if (!href) return <code>{tracking}</code>
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      <code>{tracking}</code>
      <NewWindowLabel />
    </a>
  )
}
