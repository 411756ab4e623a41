import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useShui, type ShuiLinkProps } from '../context.tsx'
import { Icon, type IconShape } from '../icon/icon.tsx'
import styles from './button.module.css'

/** `primary` once per page; `danger` for irreversible actions; `quiet` without a border. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
  kind?: ButtonKind
  icon?: IconShape
  size?: 'small' | 'normal'
  /** Why it is disabled: its title and accessible description. */
  disabledReason?: string
  children?: ReactNode
}

/** A button; `type="button"` by default. */
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

/** A square button with only an icon; `label` is its name and tooltip. */
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
