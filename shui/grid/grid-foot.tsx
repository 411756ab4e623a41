import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import Keyboard from 'lucide-react/icons/keyboard'
import type { ReactNode } from 'react'
import { IconButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { GridLink, useGrid } from './grid-context.tsx'
import styles from './grid-foot.module.css'
import type { GridModel } from './grid-model.ts'
import { Menu } from './menu.tsx'

export interface GridFootProps {
  model: GridModel
  onHelp: () => void
  /** Selection bar, above the totals. */
  children?: ReactNode
}

/**
 * Totals of all matching rows, which stay in sight, and paging after the last row: what is sticky lies over rows, so it
 * has nothing to press but what a selection needs.
 */
export function GridFoot({ model, onHelp, children }: GridFootProps) {
  const { say } = useGrid()
  const { totals, paging, rows } = model
  return (
    <>
      <div className={styles.foot}>
        {children}
        <div className={styles.line}>
          <p className={styles.totals}>
            {totals.map(({ text, tone }) => (
              <span key={text} className={tone && styles[tone]}>
                {text}
              </span>
            ))}
          </p>
          {rows.length > 0 ? (
            <span className={styles.range}>
              {say('rows', { from: paging.from, to: paging.to, total: paging.total })}
            </span>
          ) : null}
        </div>
      </div>
      <div className={styles.controls}>
        <Pages model={model} />
        <Limits model={model} />
        <span className={styles.help}>
          <IconButton icon={Keyboard} size="small" label={say('keys')} aria-haspopup="dialog" onClick={onHelp} />
        </span>
      </div>
    </>
  )
}

function Pages({ model: { paging } }: { model: GridModel }) {
  const { say } = useGrid()
  const { firstHref, previousHref, nextHref, lastHref } = paging
  if (!previousHref && !nextHref) return null
  return (
    <nav aria-label={say('pages')} className={styles.pages}>
      <Page href={firstHref} label={say('firstPage')} icon={ChevronsLeft} far />
      <Page href={previousHref} label={say('previousPage')} icon={ChevronLeft} />
      <Page href={nextHref} label={say('nextPage')} icon={ChevronRight} />
      <Page href={lastHref} label={say('lastPage')} icon={ChevronsRight} far />
    </nav>
  )
}

function Page({ href, label, icon, far }: { href: string | null; label: string; icon: IconShape; far?: boolean }) {
  const className = classNames(styles.page, far && styles.far)
  if (href === null) {
    return (
      <span aria-hidden="true" className={className}>
        <Icon as={icon} />
      </span>
    )
  }
  return (
    <GridLink href={href} move="page" aria-label={label} title={label} className={className}>
      <Icon as={icon} />
    </GridLink>
  )
}

function Limits({ model: { paging } }: { model: GridModel }) {
  const { say } = useGrid()
  const active = paging.limits.find((choice) => choice.active)
  if (!active) return null
  const items = paging.limits.map(({ limit, href, active: isActive }) => ({
    label: say('perPage', { n: limit }),
    href,
    active: isActive,
  }))
  const label = say('perPage', { n: active.limit })
  return <Menu className={styles.limits} label={label} title={label} items={items} move="page" />
}
