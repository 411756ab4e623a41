import { isValidElement, type ReactElement } from 'react'
import parse from 'html-react-parser'

/**
 * Parses the HTML of our server into plain React elements: the minimum React has to render without components, data or
 * router. Drops comments and doctype. Throws without a single root element.
 */
export function elementsOf(html: string): ReactElement {
  const root = parse(html)
  if (!isValidElement(root)) throw new Error('the page has not one root element')
  return root
}
