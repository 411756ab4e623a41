import { Text } from '../text/text.tsx'
import { countBadge } from './count-badge.tsx'
import type { NavItemModel } from './navigation-model.ts'

interface NavLeafProps {
  item: NavItemModel
  className?: string
  onAction: ((name: string) => void) | undefined
}

/** A navigation item alone, with its count. */
export function NavLeaf({ item, className, onAction }: NavLeafProps) {
  return (
    <Text
      text={item.label}
      className={className}
      current={item.active === true}
      after={countBadge(item.count)}
      onAction={onAction}
    />
  )
}
