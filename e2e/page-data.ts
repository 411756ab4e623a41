import type { Request } from 'playwright-core'
import { pageDataHeader } from '#web/router/page-state.ts'

/** Whether a script asks for a page's data: the router, or what is read beside a page. */
export function isPageData(request: Request): boolean {
  return pageDataHeader in request.headers()
}
