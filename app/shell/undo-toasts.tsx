import { useCallback, useEffect, useRef } from 'react'
import { DocumentForm } from '#web/page-form.tsx'
import { useLocation, useRevalidator } from '#web/router/router.ts'
import { answerOf, useBackgroundSubmit } from '#web/use-background-submit.ts'
import { Button } from '#shui/button/button.tsx'
import { showToast, type ToastAct, type ToastModel } from '#shui/toast/toast.ts'
import { Toasts } from '#shui/toast/toasts.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './undo-notice.module.css'

/** A notice about the last step. `name` makes it appear once; without it, once per page visit. */
export interface UndoNoticeModel {
  name: string | null
  toast: ToastModel
}

/** Shows the notice of the page's URL, and toasts of pages (`showToast`). */
export function UndoToasts({ notice }: { notice: UndoNoticeModel | null }) {
  const said = useRef(new Set<string>())
  const { key } = useLocation()
  useEffect(() => {
    const name = notice?.name ?? key
    if (!notice || said.current.has(name)) return
    said.current.add(name)
    showToast(notice.toast)
  }, [notice, key])
  return <Toasts send={useTakeBack()} />
}

function useTakeBack() {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  return useCallback(
    async ({ url, fields }: ToastAct): Promise<ToastModel | null> => {
      const answer = await answerOf<{ toast?: ToastModel }>(await send(url, fields))
      if (!answer) return { text: t('undo.failed'), tone: 'bad' }
      await revalidate()
      return answer.toast ?? null
    },
    [send, t, revalidate],
  )
}

/** The same without script: a line above the page. */
export function UndoNotice({ notice }: { notice: UndoNoticeModel | null }) {
  const { pathname, search } = useLocation()
  if (!notice) return null
  const { text, note, act } = notice.toast
  return (
    <div className={styles.notice}>
      <p>
        {text}
        {note ? `. ${note}` : null}
      </p>
      {act ? (
        <DocumentForm action={act.url}>
          {act.fields.map(([name, value]) => (
            <input key={value} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="back" value={pathname + search} />
          <Button type="submit" size="small">
            {act.label}
          </Button>
        </DocumentForm>
      ) : null}
    </div>
  )
}
