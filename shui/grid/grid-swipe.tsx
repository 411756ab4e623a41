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
  list: RefObject<HTMLElement | null>
}

// Explicit, as for all cells: browsers drop the role when `display` changes.
const cell = { role: 'cell' } as const

/** Maximum actions that fit beside the row. */
const maxDrawn = 3

/**
 * Swipe actions of card rows: actions to the left, selection to the right. Loaded at the first touch. Everything is
 * available elsewhere too.
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
  // A colleague may perform an offered action meanwhile.
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

/** The actions of a swiped row; none for a removed row. */
function drawnActions({ drawn = [] }: GridModel, { cannot = '', mark }: GridRow): readonly GridDrawn[] {
  if (mark === 'gone') return []
  const refused = cannot.split(' ')
  return drawn.filter(({ id }) => !refused.includes(id)).slice(0, maxDrawn)
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

/** A separate form: the list's form would submit the selected rows. */
function formOf({ url, method }: GridAction, fields: readonly (readonly [string, string])[]): HTMLFormElement {
  const form = document.createElement('form')
  Object.assign(form, { action: url, method, hidden: true })
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  return form
}
