import Check from 'lucide-react/icons/check'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { formHref } from './form-href.ts'
import { useGrid } from './grid-context.tsx'
import type { GridAction, GridDrawn, GridModel, GridRow } from './grid-model.ts'
import styles from './grid-swipe.module.css'
import { swipeRows } from './swipe-rows.ts'

export interface GridSwipeProps {
  model: GridModel
  /** What holds the rows. */
  list: RefObject<HTMLElement | null>
}

// Written out as in all cells: browsers forget it when `display` changes.
const cell = { role: 'cell' } as const

/** More do not fit beside what is left of the row. */
const mostDrawn = 3

/**
 * What a finger draws out of a row of cards: to the left what can be done with it, to the right its mark. Loaded when a list
 * is touched first. All of it stands elsewhere too: nobody has to swipe.
 */
export function GridSwipe({ model, list }: GridSwipeProps) {
  const [drawn, setDrawn] = useState<{ row: HTMLTableRowElement; key: string } | null>(null)
  const present = useRef(model)
  const swipes = useRef<ReturnType<typeof swipeRows>>(null)
  useLayoutEffect(() => {
    present.current = model
  }, [model])
  useEffect(() => {
    const draw = (row: HTMLTableRowElement | null) => {
      const found = row && present.current.rows[row.sectionRowIndex]
      flushSync(() => setDrawn(row && found ? { row, key: found.key } : null))
    }
    const rows = list.current
    if (!rows) return
    const listening = swipeRows(rows, { draw })
    swipes.current = listening
    return listening.stop
  }, [list])
  const row = drawn && model.rows.find(({ key }) => key === drawn.key)
  const actions = row ? drawnActions(model, row) : []
  // A colleague may do meanwhile what is offered here.
  const { length } = actions
  useLayoutEffect(() => swipes.current?.refit(length), [length])
  if (!drawn || !row) return null
  const close = () => void swipes.current?.close()
  return createPortal(
    <td {...cell} className={styles.drawn}>
      {model.actions?.length ? (
        <span className={styles.mark} aria-hidden="true">
          <Icon as={Check} size={20} />
        </span>
      ) : null}
      {actions.length > 0 ? (
        <span role="group" aria-label={row.title} data-tray="" className={styles.tray}>
          {actions.map((action) => (
            <DrawnAction key={action.id} {...{ model, action }} rowKey={row.key} onDone={close} />
          ))}
        </span>
      ) : null}
    </td>,
    drawn.row,
  )
}

/** What a row offers to whoever swipes it; one that the list does not have any more offers nothing of it. */
function drawnActions({ drawn = [] }: GridModel, { cannot = '', mark }: GridRow): readonly GridDrawn[] {
  if (mark === 'gone') return []
  const refused = cannot.split(' ')
  return drawn.filter(({ id }) => !refused.includes(id)).slice(0, mostDrawn)
}

interface DrawnActionProps {
  model: GridModel
  action: GridDrawn
  rowKey: string
  onDone: () => void
}

function DrawnAction({ model, action: { id, label, href }, rowKey, onDone }: DrawnActionProps) {
  const { Link, token } = useShui()
  const { act } = useGrid()
  if (href !== undefined) {
    return (
      <Link className={styles.action} href={href.replaceAll('%7Bkey%7D', encodeURIComponent(rowKey))}>
        {label}
      </Link>
    )
  }
  const step = model.actions?.find((each) => each.id === id)
  if (!step) return null
  const fields = [...model.fields, ['keys', rowKey] as const]
  if (step.method === 'get') {
    const sent = step.send ? [...fields, [step.send.name, step.send.value] as const] : fields
    return (
      <Link className={styles.action} href={formHref(step.url, sent)}>
        {label}
      </Link>
    )
  }
  const press = () => {
    onDone()
    const form = formOf(step, [...fields, ['srt', token ?? '']])
    if (act && step.inPlace) return void act(step, new FormData(form))
    document.body.append(form)
    form.submit()
  }
  return (
    <button type="button" className={styles.action} onClick={press}>
      {label}
    </button>
  )
}

/** A form of its own: that of the list would send the rows selected. */
function formOf({ url, method }: GridAction, fields: readonly (readonly [string, string])[]): HTMLFormElement {
  const form = document.createElement('form')
  Object.assign(form, { action: url, method, hidden: true })
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  return form
}
