import { data } from 'react-router'
import { memberLoader } from '#web/guard.server.ts'

/** Every address that is no page: 404 inside the frame. */
export const loader = memberLoader(async () => {
  throw data({ error: 'not-found' }, { status: 404 })
})

export default function NotFoundPage() {
  return null
}
