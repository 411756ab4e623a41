import { isValidElement, type ReactElement } from 'react'
import parse from 'html-react-parser'

/**
 * A page's HTML, as our own server wrote it, as a tree of plain elements: what React would have to render if there were
 * no components, data or router. Comments and the doctype are left out. Throws where the page has not one root element.
 */
export function elementsOf(html: string): ReactElement {
  const root = parse(html)
  if (!isValidElement(root)) throw new Error('the page has not one root element')
  return root
}
