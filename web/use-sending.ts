import { useLocation, useNavigation } from '#web/router/router.ts'

/** Whether a form of this page is being submitted, including the navigation that follows. Prevents double submits. */
export function useSending(): boolean {
  const { state, formData, location } = useNavigation()
  const here = useLocation()
  if (state !== 'loading') return state === 'submitting'
  return formData !== undefined && (location.pathname !== here.pathname || location.search !== here.search)
}
