// First: these define the cascade layer order.
import '#shui/tokens.css'
import '#shui/reset.css'
import './market.css'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BasketPage } from './basket.tsx'
import { HomePage, ResultsPage } from './browse.tsx'
import { BuyerOffersPage } from './buyer-offers.tsx'
import { CheckoutPage } from './checkout.tsx'
import { ItemPage } from './item.tsx'
import { OrderPage } from './order.tsx'
import { OrdersPage } from './orders.tsx'
import { ProblemPage, SignInPage } from './sign-in.tsx'

const pages = {
  home: HomePage,
  results: ResultsPage,
  item: ItemPage,
  basket: BasketPage,
  checkout: CheckoutPage,
  orders: OrdersPage,
  order: OrderPage,
  buyerOffers: BuyerOffersPage,
  signIn: SignInPage,
  problem: ProblemPage,
}

export type Pages = { [Name in keyof typeof pages]: Parameters<(typeof pages)[Name]>[0] }

export function renderPage<Name extends keyof Pages>(name: Name, props: Pages[Name]): string {
  const Page = pages[name] as ComponentType<Pages[Name]>
  return `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`
}

export type RenderPage = typeof renderPage
