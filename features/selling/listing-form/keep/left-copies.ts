import { baseVersion, type HiddenFields } from '../form/form-view.ts'
import type { BrowserCopy, RecoveredDraft } from './browser-copies.ts'

export function forgetAll(left: readonly RecoveredDraft[], name: string): void {
  for (const each of left) if (each.name === name) each.forget()
}

/** Whether nothing else was saved or published since the copy began, so that it can be restored without asking. */
export function isOfNow({ revision, version }: BrowserCopy, now: HiddenFields): boolean {
  return revision === now.revision && version === baseVersion(now)
}
