import { createElement, type SVGProps } from 'react'

/** The icon as its package has it: elements by name and attributes, each with a key. */
interface IconData {
  node: readonly (readonly [name: string, attributes: Record<string, string>])[]
}

interface ShapeProps extends SVGProps<SVGSVGElement> {
  size?: string | number
}

/**
 * Makes the component of an icon, in place of lucide's own: without the settings that the hub does not use, and without the
 * attributes that each icon of a page would repeat, which `icon.module.css` has.
 */
// oxlint-disable-next-line import/no-default-export -- It stands in for lucide's (`app/icons-plugin.ts`), which is one.
export default function createIcon({ node }: IconData) {
  const drawn = node.map(([name, attributes]) => createElement(name, attributes))
  return function Shape({ size, ...props }: ShapeProps) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" {...props}>
        {drawn}
      </svg>
    )
  }
}
