import ChevronDown from 'lucide-react/icons/chevron-down'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import { RouterLink } from '#web/router/links.tsx'
import styles from './account-menu.module.css'
import type { AccountModel } from './shell-view.ts'

const menuId = 'account-menu'

/** The member's menu at the end of the header: other sellers, settings, sign-out. Works without script. */
export function AccountMenu({ account }: { account: AccountModel }) {
  const { t } = useTexts()
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={menuId} aria-label={account.label}>
        <span className={styles.initials} aria-hidden="true">
          {account.initials}
        </span>
        <Icon as={ChevronDown} size={14} />
      </button>
      <div id={menuId} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <b>{account.name}</b>
          <span>{account.role}</span>
        </p>
        {account.others.length > 0 ? (
          <DocumentForm action={paths.switchSeller} className={styles.part}>
            <p className={styles.heading}>{t('shell.switchTo')}</p>
            {account.others.map((seller) => (
              <button key={seller.username} type="submit" name="seller" value={seller.username} className={styles.item}>
                {seller.name}
                <span className={styles.note}>{seller.role}</span>
              </button>
            ))}
          </DocumentForm>
        ) : null}
        {account.parts.map(({ heading, links }) => (
          <div key={heading} className={styles.part}>
            <p className={styles.heading}>{heading}</p>
            {links.map(({ name, href }) => (
              <RouterLink key={href} href={href} className={styles.item}>
                {name}
              </RouterLink>
            ))}
          </div>
        ))}
        <DocumentForm action={paths.signOut} className={styles.part}>
          <button type="submit" className={styles.item}>
            {t('word.signOut')}
          </button>
        </DocumentForm>
      </div>
    </>
  )
}
