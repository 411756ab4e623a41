import CornerDownRight from 'lucide-react/icons/corner-down-right'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import Receipt from 'lucide-react/icons/receipt'
import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import { useId } from 'react'
import { useShui } from '../context.tsx'
import { Icon, type IconShape } from '../icon/icon.tsx'
import type { FindGroupModel, FindKind, FindRowModel } from './find-model.ts'
import styles from './find-results.module.css'
import { markWords } from './mark-words.ts'

const icons: Record<FindKind, IconShape> = {
  step: ListChecks,
  place: CornerDownRight,
  create: Plus,
  order: Receipt,
  listing: Tag,
  search: Search,
}

export function FindResults({ groups, q }: { groups: readonly FindGroupModel[]; q: string }) {
  const { Link } = useShui()
  const id = useId()
  return groups.map(({ heading, rows }, index) => (
    <section key={heading} aria-labelledby={`${id}-${index}`} className={styles.group}>
      <h2 id={`${id}-${index}`} className={styles.heading}>
        {heading}
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.href}>
            <Link href={row.href} className={styles.row}>
              <FindRow row={row} q={q} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

export function FindRow({ row: { kind, text, details = [], end }, q }: { row: Omit<FindRowModel, 'href'>; q: string }) {
  return (
    <>
      <Icon as={icons[kind]} className={styles.icon} />
      <span className={styles.words}>
        <bdi>
          <Marked text={text} q={q} />
        </bdi>
        {details.length > 0 ? (
          <span className={styles.details}>
            {details.map((detail) => (
              <bdi key={detail}>
                <Marked text={detail} q={q} />
              </bdi>
            ))}
          </span>
        ) : null}
      </span>
      {end ? <span className={styles.end}>{end}</span> : null}
    </>
  )
}

function Marked({ text, q }: { text: string; q: string }) {
  return markWords(text, q).map((stretch, index) =>
    // Spans are identified by position only.
    stretch.isHit ? <mark key={index}>{stretch.text}</mark> : stretch.text,
  )
}
