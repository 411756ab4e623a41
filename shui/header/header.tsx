import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { FeedbackScore, type FeedbackScoreModel } from '../badge/feedback-score.tsx'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { isString, optional, shape } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useModel } from '../use-model.ts'
import styles from './header.module.css'

export interface BrandModel {
  name: string
  URL: string
  /** Image URL, drawn 22 px high. */
  logoURL?: string | null
}

export interface HeaderModel {
  /** The page title, the only h1. Omit it if the page renders `PageTitle`. */
  title?: TextInput | null
  memberName?: TextInput | null
  feedback?: FeedbackScoreModel | null
  /** The member's store, usually with a `NAV` action in a new window. */
  storeLink?: TextInput | null
}

export const isHeaderModel = shape({
  title: optional(isText),
  memberName: optional(isText),
  storeLink: optional(isText),
})

const isBrand = optional(shape({ name: isString, URL: isString, logoURL: optional(isString) }))

const noHeader: HeaderModel = {}

export interface HeaderProps {
  brand?: BrandModel | null
  model: HeaderModel
  /** Id of the popover opened by the phone menu button. */
  menuId?: string
  children?: ReactNode
  /** A `FindField`, before the member's items. */
  find?: ReactNode
  /** After the member's name: account menu, seller switch. */
  end?: ReactNode
}

export function Header({ brand: givenBrand, model: given, menuId, children, find, end }: HeaderProps) {
  const { labels } = useShui()
  const model = useModel('shui-header', isHeaderModel, given) ?? noHeader
  const brand = useModel('shui-brand', isBrand, givenBrand)
  return (
    <header className={styles.header}>
      {menuId ? (
        <button type="button" className={styles.menu} popoverTarget={menuId}>
          <Icon as={Menu} size={20} className={styles.closed} />
          <Icon as={X} size={20} className={styles.open} />
          <VisuallyHidden>{labels.menu}</VisuallyHidden>
        </button>
      ) : null}
      {brand ? <Brand model={brand} /> : null}
      {model.title ? (
        <h1 className={styles.title} tabIndex={-1}>
          <Text text={model.title} />
        </h1>
      ) : null}
      {children ? <div className={styles.navigation}>{children}</div> : null}
      <div className={styles.member}>
        {find}
        {model.storeLink ? <Text text={model.storeLink} className={styles.store} /> : null}
        {model.feedback ? <FeedbackScore model={model.feedback} /> : null}
        {model.memberName ? (
          <b className={styles.name}>
            <Text text={model.memberName} />
          </b>
        ) : null}
        {end}
      </div>
    </header>
  )
}

function Brand({ model }: { model: BrandModel }) {
  const { Link } = useShui()
  const [letter = ''] = model.name
  return (
    <Link className={styles.brand} href={model.URL}>
      {model.logoURL ? (
        <img className={styles.logo} src={model.logoURL} alt="" height={22} />
      ) : (
        <span className={styles.mark} aria-hidden="true">
          {letter.toUpperCase()}
        </span>
      )}
      <span className={styles.brandName}>{model.name}</span>
    </Link>
  )
}
