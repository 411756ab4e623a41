import { createElement, type SVGProps } from 'react'

/** An icon's elements as in its package, each with a key. */
interface IconData {
  node: readonly (readonly [name: string, attributes: Record<string, string>])[]
}

interface ShapeProps extends SVGProps<SVGSVGElement> {
  size?: string | number
}

/** Replaces lucide's icon component: without unused settings and without repeated attributes, which are in `icon.module.css`. */
// oxlint-disable-next-line import/no-default-export -- It stands in for lucide's (`shui/package/icons-plugin.ts`), which is one.
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
