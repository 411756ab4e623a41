import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { SrtField } from '#web/srt-field.tsx'
import { answerOf, useSendAside } from '#web/use-send-aside.ts'
import { Button } from '#shui/button/button.tsx'
import { showToast, type ToastAct, type ToastModel } from '#shui/toast/toast.ts'
import { Toasts } from '#shui/toast/toasts.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './undo-notice.module.css'

/** What was done just now, and its name, by which it is said once; without a name, once a visit of the page. */
export interface UndoNoticeModel {
  name: string | null
  toast: ToastModel
}

/** Toasts of the hub: what was done just now, as the page's address says it, and what pages say by `showToast`. */
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

/** Takes a step back, and shows the page as it is then. */
function useTakeBack() {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const send = useSendAside()
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

/** The same for whoever has no script, as the sheet sees to: a line above the page. */
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
        <form method="post" action={act.url}>
          <SrtField />
          {act.fields.map(([name, value]) => (
            <input key={value} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="back" value={pathname + search} />
          <Button type="submit" size="small">
            {act.label}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
