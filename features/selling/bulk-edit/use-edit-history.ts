import { startTransition, useEffect, useRef, useState } from 'react'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { useRevalidator } from '#web/router/router.ts'
import { answerOf, useBackgroundSubmit } from '#web/use-background-submit.ts'
import type { SaveAnswer } from './cell-texts.ts'
import type { EditModel, OperationModel } from './edit-model.server.ts'
import { operationField } from './operations-form.ts'

/** Form fields that bring cells or operations to a state. */
type Fields = Readonly<Record<string, string>>

/** Changes to undo, latest last, by what undoes them. */
interface Stack {
  current: Fields[]
}

export type EditHistory = ReturnType<typeof useEditHistory>

/**
 * Remembers what undoes each change of cells and operations until the page is left. Operations are saved by their form;
 * their changes are found in the model. `refused` are operations that the form's last answer refused.
 */
export function useEditHistory(model: EditModel, refused: readonly OperationModel[] | null) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  const [said, setSaid] = useState('')
  const [restored, setRestored] = useState({ times: 0, over: refused })
  const done = useRef<Fields[]>([])
  const undone = useRef<Fields[]>([])
  const [pending, setPending] = useState(0)
  const last = useRef(Promise.resolve(true))
  const hasFailed = useRef(false)
  const operations = useOperationChanges(model, {
    onChange: (former) => {
      done.current.push(former)
      undone.current = []
    },
    onRestored: () => setRestored(({ times }) => ({ times: times + 1, over: refused })),
  })

  const store = async (fields: Fields, onto: Stack): Promise<boolean> => {
    const restoring = 'operations' in fields ? operations.restore(fields) : null
    const answer = await answerOf<SaveAnswer>(
      await send(paths.bulkEditSave, Object.entries({ edit: model.id, ...fields })),
    )
    if (!answer?.ok) {
      restoring?.fail()
      hasFailed.current = true
      showToast({ text: t('bulkEdit.saved.failed'), tone: 'bad' })
      return false
    }
    onto.current.push(restoring?.former ?? { cells: JSON.stringify(answer.was) })
    operations.endTyping()
    setSaid(restoring ? t('bulkEdit.operations.restored') : (answer.said ?? ''))
    return true
  }
  // One after another, in the order of the keys: a change is undone by what was there before it.
  const inTurn = async (change: () => Promise<boolean>) => {
    if (pending === 0) hasFailed.current = false
    setPending((count) => count + 1)
    const turn = last.current.then(change).catch(() => false)
    last.current = turn
    if (await turn) await revalidate()
    // Behind the new model, which is rendered in a transition too.
    startTransition(() => setPending((count) => count - 1))
  }
  const save = (fields: Fields) =>
    inTurn(async () => {
      const isStored = await store(fields, done)
      if (isStored) undone.current = []
      return isStored
    })
  const back = (from: Stack, onto: Stack) =>
    inTurn(async () => {
      const fields = from.current.pop()
      if (!fields) return false
      const isStored = await store(fields, onto)
      if (!isStored) from.current.push(fields)
      return isStored
    })
  return {
    save,
    /** Whether changes of cells, or what undoes them, are on their way. */
    isSaving: pending > 0,
    /** Whether one of those saved last could not be saved. */
    hasFailed,
    undo: () => back(done, undone),
    redo: () => back(undone, done),
    said,
    /** Called when a field of an operation gets the focus: what is typed until it loses it is one change. */
    endTyping: operations.endTyping,
    /** Changes when operations are restored, so that their fields are rendered anew. */
    restored: restored.times,
    /** Refused operations, unless others were restored since. */
    refused: refused === restored.over ? null : refused,
  }
}

const fieldsOf = (operations: readonly OperationModel[]): Fields => ({
  operations: '1',
  ...Object.fromEntries(
    operations.flatMap((operation, index) =>
      (['field', 'kind', 'text', 'find', 'rounding'] as const).map((part) => [
        operationField(index, part),
        operation[part],
      ]),
    ),
  ),
})

interface OnOperations {
  /** Called with the fields of the operations before a change. */
  onChange: (former: Fields) => void
  onRestored: () => void
}

/** Finds changes of the operations in the model, and tells those that the form made from restored ones. */
function useOperationChanges({ operations }: EditModel, { onChange, onRestored }: OnOperations) {
  const present = useRef<Fields>(fieldsOf(operations))
  // States that may still be rendered while operations are restored; the last one is the restored one.
  const awaited = useRef<string[]>([])
  const typedIn = useRef<string | null>(null)
  const calls = useRef({ onChange, onRestored })
  useEffect(() => {
    calls.current = { onChange, onRestored }
  })
  useEffect(() => {
    const next = fieldsOf(operations)
    const shown = JSON.stringify(next)
    const isRestored = awaited.current.at(-1) === shown
    if (!isRestored && awaited.current.includes(shown)) return
    awaited.current = []
    if (isRestored) calls.current.onRestored()
    if (isRestored || shown === JSON.stringify(present.current)) return
    const name = document.activeElement?.getAttribute('name') ?? ''
    const field = name.startsWith('op.') ? name : null
    if (field === null || field !== typedIn.current) calls.current.onChange(present.current)
    typedIn.current = field
    present.current = next
  }, [operations])
  return {
    endTyping: () => {
      typedIn.current = null
    },
    restore: (fields: Fields) => {
      const former = present.current
      awaited.current.push(JSON.stringify(former), JSON.stringify(fields))
      present.current = fields
      const fail = () => {
        awaited.current = []
        present.current = former
      }
      return { former, fail }
    },
  }
}
