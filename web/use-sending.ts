import { useLocation, useNavigation } from 'react-router'

/**
 * Whether what a form of this page sent is still on its way: until it is answered, and, where the answer leads to another
 * page, until that page stands. Meanwhile the form is not sent a second time.
 */
export function useSending(): boolean {
  const { state, formData, location } = useNavigation()
  const here = useLocation()
  if (state !== 'loading') return state === 'submitting'
  return formData !== undefined && (location.pathname !== here.pathname || location.search !== here.search)
}
