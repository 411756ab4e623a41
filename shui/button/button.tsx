import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import type { ShuiLinkProps } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconShape } from '../icon/icon.tsx'
import styles from './button.module.css'

/** `primary` once a page; `danger` for what cannot be taken back; `quiet` where a frame would be noise. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
  kind?: ButtonKind
  icon?: IconShape
  size?: 'small' | 'normal'
  /** Why it is disabled: shown as its title and read with its name. */
  disabledReason?: string
  children?: ReactNode
}

/** A button. `type="button"` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, size = 'normal', type = 'button', disabledReason, children, ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[kind], size === 'small' && styles.small)}
      {...(rest.disabled && disabledReason ? { title: disabledReason, 'aria-description': disabledReason } : {})}
    >
      {icon ? <Icon as={icon} /> : null}
      {children}
    </button>
  )
}

export type ButtonLinkProps = Omit<ShuiLinkProps, 'className'> & Pick<ButtonProps, 'kind' | 'icon' | 'size'>

/** A link that looks like a button, for going somewhere to act. */
export function ButtonLink({ kind = 'secondary', icon, size = 'normal', children, ...rest }: ButtonLinkProps) {
  const { Link } = useShui()
  return (
    <Link {...rest} className={classNames(styles.button, styles[kind], size === 'small' && styles.small)}>
      {icon ? <Icon as={icon} /> : null}
      {children}
    </Link>
  )
}

export type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'kind'> & { icon: IconShape; label: string }

/** A square button with an icon alone; `label` is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = 'normal',
  type = 'button',
  disabledReason,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles.quiet, styles.square, size === 'small' && styles.small)}
      aria-label={label}
      title={rest.disabled && disabledReason ? disabledReason : label}
    >
      <Icon as={icon} />
    </button>
  )
}
