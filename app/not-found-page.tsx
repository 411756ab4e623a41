import { memberLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'

export const loader = memberLoader(async () => {
  throw refuse('not-found')
})

export default function NotFoundPage() {
  return null
}
