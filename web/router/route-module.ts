import { createElement, type ComponentType, type ReactNode } from 'react'
import type { RouteObject } from 'react-router'

export interface RouteModule {
  default?: ComponentType
  Layout?: ComponentType<{ children: ReactNode }>
  ErrorBoundary?: ComponentType
  shouldRevalidate?: RouteObject['shouldRevalidate']
}

/** The properties of a route that its module has; the root's parts are drawn in its layout. */
export function partsOf({ default: Page, Layout, ErrorBoundary, shouldRevalidate }: RouteModule) {
  const framed = (Part: ComponentType) => (Layout ? () => createElement(Layout, null, createElement(Part)) : Part)
  return {
    ...(Page && { Component: framed(Page) }),
    ...(ErrorBoundary && { ErrorBoundary: framed(ErrorBoundary) }),
    ...(shouldRevalidate && { shouldRevalidate }),
  }
}
