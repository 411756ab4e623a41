import { Empty } from '#shui/empty/empty.tsx'
import { Section } from '#shui/section/section.tsx'
import { RouterLink } from '#web/router/links.tsx'
import PackageCheck from 'lucide-react/icons/package-check'
import styles from './lines-section.module.css'

/** A line that leads on: what it is about, and a figure or a day. */
export interface LineModel {
  key: string
  href: string
  label: string
  value: string
  /** Part of the line above. */
  isPart?: boolean
  tone: 'normal' | 'quiet' | 'warn' | 'bad'
}

export interface LinesModel {
  all: { text: string; href: string } | null
  lines: LineModel[]
  /** Shown without lines. */
  none: { title: string; hint: string } | null
}

export function LinesSection({ title, model: { all, lines, none } }: { title: string; model: LinesModel }) {
  return (
    <Section title={title} action={all && { text: all.text, action: { type: 'NAV', URL: all.href } }}>
      {lines.length === 0 && none ? <Empty {...none} icon={PackageCheck} level={3} /> : null}
      <ul>
        {lines.map(({ key, href, label, value, tone, isPart }) => (
          <li key={key} data-part={isPart}>
            <RouterLink href={href} className={styles.line} data-tone={tone}>
              <span dir="auto">{label}</span>
              <b className={styles.count}>{value}</b>
            </RouterLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
