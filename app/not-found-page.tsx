import { memberLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'

/** Every address that is no page: 404 inside the frame. */
export const loader = memberLoader(async () => {
  throw refuse('not-found')
})

export default function NotFoundPage() {
  return null
}
