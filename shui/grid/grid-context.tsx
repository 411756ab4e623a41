import { createContext, use } from 'react'
import type { ComponentPropsWithRef, MouseEvent, ReactNode, SubmitEvent } from 'react'
import { formHref } from './form-href.ts'
import type { GridAction, GridEdit, GridEditOutcome } from './grid-model.ts'
import type { GridSay } from './grid-words.ts'

/** Kind of a grid link: other rows (`filter`) or another page of the same (`page`). */
export type GridMove = 'filter' | 'page'

export interface GridServices {
  say: GridSay
  /** Navigates without a new document; null uses native links and forms. */
  navigate: ((href: string, move: GridMove) => void) | null
  /** Sends an inline edit; null disables editing. */
  edit: ((change: GridEdit) => Promise<GridEditOutcome>) | null
  /** Performs a selection action with the rows' form on this page; null submits the form. */
  act: ((action: GridAction, form: FormData) => Promise<void>) | null
}

const GridContext = createContext<GridServices>({ say: (word) => word, navigate: null, edit: null, act: null })

export const GridProvider = GridContext.Provider

export function useGrid(): GridServices {
  return use(GridContext)
}

export type GridLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string; move?: GridMove }

export function GridLink({ href, move = 'filter', children, ...rest }: GridLinkProps) {
  const { navigate } = useGrid()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!navigate || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    closePanel(event.currentTarget)
    navigate(href, move)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

export interface GridFormProps {
  path: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Names that the form sets itself or removes. */
  without: (name: string) => boolean
  className?: string
  role?: 'search'
  children?: ReactNode
}

/** A GET form that changes one part of the grid's state and keeps the rest in hidden fields. */
export function GridForm({ path, fields, without, className, role, children }: GridFormProps) {
  const { navigate } = useGrid()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!navigate) return
    event.preventDefault()
    closePanel(event.currentTarget)
    // Includes the pressed button, which may carry the value.
    navigate(formHref(path, new FormData(event.currentTarget, event.nativeEvent.submitter)), 'filter')
  }
  return (
    <form method="get" action={path} className={className} role={role} onSubmit={submit}>
      {fields
        .filter(([name]) => !without(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {children}
    </form>
  )
}

/** Closes the panel after a choice and restores focus to its button. */
function closePanel(inside: Element) {
  // The outermost one, with all that are open in it.
  const panels = Array.from(document.querySelectorAll<HTMLElement>(':popover-open'))
  panels.find((panel) => panel.contains(inside))?.hidePopover()
}
