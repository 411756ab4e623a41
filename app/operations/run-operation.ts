import { showToast, type ToastModel } from '#shui/toast/toast.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { Texts } from '#texts/texts.ts'
import { readOperation } from '#features/machinery/view-models/operation.ts'
import { answerOf, type useBackgroundSubmit } from '#web/use-background-submit.ts'

await loadTexts('operations')

interface Page {
  t: Texts['t']
  submit: ReturnType<typeof useBackgroundSubmit>
  revalidate: () => Promise<void>
}

/** Runs an operation of an operator's text by its name, and reports its outcome. Closes a dialog first, over which nothing opens. */
export async function runOperation(name: string, { t, submit, revalidate }: Page): Promise<void> {
  const operation = readOperation(name)
  if (operation === null || operation.kind === 'close') return
  document.querySelector('dialog:modal')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  // Once the dialog is gone.
  await new Promise((resolve) => setTimeout(resolve))
  switch (operation.kind) {
    case 'undo':
      if (!pressKeys('z')) showToast({ text: t('operations.nothingToUndo') })
      return
    case 'openCommandMenu':
      pressKeys('k')
      return
    case 'post': {
      const response = await submit(operation.path, operation.fields)
      const isDone = response !== null && (response.ok || response.type === 'opaqueredirect')
      const answer = await answerOf<{ toast?: ToastModel }>(response)
      if (isDone) await revalidate()
      showToast(
        answer?.toast ?? (isDone ? { text: t('operations.done') } : { text: t('operations.failed'), tone: 'bad' }),
      )
    }
  }
}

/** Presses a shortcut of the page with Ctrl; false if nothing took it. */
function pressKeys(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true })
  return !document.body.dispatchEvent(event)
}
