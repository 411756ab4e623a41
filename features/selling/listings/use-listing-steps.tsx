import { useCallback, useState, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from '#web/router/router.ts'
import { focusHeading } from '#shui/focus.ts'
import type { GridServices } from '#shui/grid/grid-context.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { showToast } from '#shui/toast/toast.ts'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import { answerOf, useBackgroundSubmit } from '#web/use-background-submit.ts'
import type { BulkModel } from './bulk-model.server.ts'
import type { RowResult, StepAnswer } from './bulk-model.ts'

const loadDialog = () => import('./steps-dialog.tsx')

/** With more listings, the confirmation is a page. */
const mostInDialog = 20

interface Asked {
  model: BulkModel
  url: string
  failed: readonly RowResult[] | null
  error: string | null
  busy: boolean
}

/** Performs steps on chosen rows in place: undoable steps run at once; others are confirmed in a dialog, or on a page if long. */
export function useListingSteps(): { act: NonNullable<GridServices['act']>; dialog: ReactNode } {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = useCallback(() => setAsked(null), [])
  const openPage = useCallback(() => void (asked && navigate(asked.model.address)), [asked, navigate])
  const dialog = useLoaded(loadDialog, asked !== null, openPage)

  const finish = useCallback(
    async ({ toast, failed }: StepAnswer & { outcome: 'done' }, path: string, of: Asked | null) => {
      forgetSelection(path)
      showToast(toast)
      // Validation errors are too long for a toast.
      setAsked(of && failed.length > 0 ? { ...of, failed, busy: false } : null)
      await revalidate()
      // The rows and the button may be gone.
      if (document.activeElement === document.body) focusHeading()
    },
    [revalidate],
  )
  const act = useCallback<NonNullable<GridServices['act']>>(
    async (action, form) => {
      const answer = await answerOf<StepAnswer>(await send(action.url, form))
      if (!answer || answer.outcome === 'refused')
        return showToast({ text: answer?.error ?? t('listings.bulk.failed'), tone: 'bad' })
      if (answer.outcome === 'done') return finish(answer, new URL(window.location.href).pathname, null)
      const { model } = answer
      if (model.total > mostInDialog) return void navigate(model.address)
      setAsked({ model, url: action.url, failed: null, error: null, busy: false })
    },
    [send, finish, navigate, t],
  )
  const confirm = async (keys: readonly string[], form: FormData) => {
    if (!asked) return
    setAsked({ ...asked, busy: true })
    form.set('keys', keys.join(','))
    form.set('confirmed', '1')
    const answer = await answerOf<StepAnswer>(await send(asked.url, form))
    if (answer?.outcome === 'done') return finish(answer, asked.model.path, asked)
    const error = answer?.outcome === 'refused' ? answer.error : t('listings.bulk.failed')
    setAsked({ ...asked, error, busy: false })
  }
  return {
    act,
    dialog:
      asked && dialog ? (
        <dialog.StepsDialog {...asked} onConfirm={(keys, form) => void confirm(keys, form)} onClose={close} />
      ) : null,
  }
}
