import { useLocation } from '#web/router/router.ts'
import { taskPageAt } from './task-back.ts'

/** Hidden fields that return a form to the same list, filtered and sorted as before. */
export function TaskBackFields() {
  const { pathname, search } = useLocation()
  const page = taskPageAt(pathname)
  if (!page) return null
  const params = new URLSearchParams(search)
  return (
    <>
      <input type="hidden" name="back" value={page} />
      <input type="hidden" name="backKind" value={params.get('kind') ?? ''} />
      <input type="hidden" name="backSort" value={params.get('sort') ?? ''} />
    </>
  )
}
