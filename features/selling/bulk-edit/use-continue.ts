import { useEffect } from 'react'
import { untilDone } from '#features/machinery/live/until-done.ts'
import { useRevalidator } from '#web/router/router.ts'
import { paths } from '#web/paths.ts'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'
import type { EditModel } from './edit-model.ts'

/** Requests part after part while rows are checked or applied. If the page is closed, a job continues to apply. */
export function useContinue(model: EditModel) {
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  useEffect(() => {
    if (model.checking === null && model.state !== 'RUNNING' && model.state !== 'UNDOING') return
    const gone = new AbortController()
    const goOn = untilDone(async () => {
      const answer = await send(paths.bulkEdit(), Object.entries({ edit: model.id, step: 'continue' }))
      // The action redirects to the page.
      const isTaken = answer?.type === 'opaqueredirect'
      // Revalidation brings a new model, which triggers the next part.
      if (isTaken && !gone.signal.aborted) await revalidate()
      return isTaken
    }, gone.signal)
    goOn()
    return () => gone.abort()
  }, [model, send, revalidate])
}
