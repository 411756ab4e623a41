import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useLoaded } from '#shui/use-loaded.ts'
import type { BrowserCopies } from './browser-copies.ts'
import type { FormKeeper, Keeping } from './form-keeper.ts'
import type { FormView } from '../form/form-view.ts'

const loadKeeping = () => import('../loaded-later.ts')
const ignore = () => {}

export interface FormKeeping {
  keeping: Keeping
  revision: number
  /** Null until its code is loaded. */
  keeper: RefObject<FormKeeper | null>
  /** What keeps it; null on the server, and until it is loaded. */
  code: Awaited<ReturnType<typeof loadKeeping>> | null
  /** As `code`. */
  copies: BrowserCopies | null
}

/** Autosaves the form while it is mounted. Without the code, as offline, its buttons still send it. */
export function useKeeping(form: RefObject<HTMLFormElement | null>, view: FormView): FormKeeping {
  const at = view.savedAt?.toISOString() ?? null
  const [kept, setKept] = useState<{ keeping: Keeping; revision: number }>({
    keeping: { state: 'kept', at },
    revision: view.hidden.revision,
  })
  const keeper = useRef<FormKeeper>(null)
  const code = useLoaded(loadKeeping, true, ignore)
  const copies = useMemo(() => code && code.copiesOf(view.copies), [code, view.copies])
  // A new view remounts the form by its stamp, so the view never changes here.
  useEffect(() => {
    const element = form.current
    if (!element || !code || !copies) return
    const show = (keeping: Keeping, revision: number) => setKept({ keeping, revision })
    const { keeper: made, stop } = code.keepForm(element, { view, copies, show })
    keeper.current = made
    return stop
  }, [form, view, code, copies])
  return { ...kept, keeper, code, copies }
}
