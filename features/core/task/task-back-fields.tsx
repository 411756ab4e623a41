import { useLocation } from 'react-router'
import { taskPageAt } from './task-back.ts'

/** In a form that does a task where it is listed: leads back to the same list, as it was narrowed and sorted. */
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
