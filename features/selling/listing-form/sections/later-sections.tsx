import { ParcelSection } from './parcel-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { VariationsSection } from './variations-section.tsx'

/** Sections whose script comes after that of the rest: the variations, or the end of the form. */
export function LaterSections({ areLast = false }: { areLast?: boolean }) {
  return areLast ? (
    <>
      <ParcelSection />
      <ScheduleSection />
    </>
  ) : (
    <VariationsSection />
  )
}
